/** A browser that is no Chromium, with one page: as little as its own way of being driven gives, the same for all of them. */
export interface Driver {
  open(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page. */
  value(expression: string): Promise<unknown>;
  /** Moves the pointer there, in steps as a hand does. */
  move(x: number, y: number): Promise<void>;
  press(): Promise<void>;
  release(): Promise<void>;
  /** Types a text into what has the focus. */
  type(text: string): Promise<void>;
  key(name: keyof typeof KEYS): Promise<void>;
  end(): Promise<void>;
}

/** Keys that write nothing, as the WebDriver protocol calls them. */
export const KEYS = { ArrowLeft: '\uE012', ArrowRight: '\uE014', Enter: '\uE007' } as const;

/** A phone's, but not as narrow as a desktop browser's window can never be. */
export const VIEWPORT = { width: 480, height: 760 };

/** Steps in which the pointer goes from one place to another. */
export const STEPS = 12;
