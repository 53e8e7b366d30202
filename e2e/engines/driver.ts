/** A browser other than Chromium, with one page: the little that all their automation interfaces have in common. */
export interface Driver {
  open(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page. */
  value(expression: string): Promise<unknown>;
  /** Moves the pointer there, in steps like a hand. */
  move(x: number, y: number): Promise<void>;
  press(): Promise<void>;
  release(): Promise<void>;
  /** Types a text into the focused element. */
  type(text: string): Promise<void>;
  key(name: keyof typeof KEYS): Promise<void>;
  end(): Promise<void>;
}

/** Keys that type no text, as the WebDriver protocol names them. */
export const KEYS = { ArrowLeft: '\uE012', ArrowRight: '\uE014', Enter: '\uE007' } as const;

/** Like a phone's, but no narrower than the window of a desktop browser can be. */
export const VIEWPORT = { width: 480, height: 760 };

/** Steps in which the pointer moves from one place to another. */
export const STEPS = 12;
