/** The owner's Stop of a task, which may be pressed again while it is being acknowledged. */
export interface Stop {
  /** True from the press until it is acknowledged. */
  readonly isRequested: boolean;
  /** When it was last pressed, as the server says; empty if it does not say. */
  readonly pressedAt: string;
  /**
   * Takes a Stop that the server reports; true if it is news. The server repeats one for a while after its
   * acknowledgement.
   */
  take(at?: string): boolean;
  /** Calls the listener whenever Stop is pressed, and now if it is requested. */
  onRequest(listener: () => void): void;
  /** The server knows that the work goes on after the Stop of this time; one that was pressed later still holds. */
  acknowledge(at: string): void;
}

export function createStop(): Stop {
  const listeners: Array<() => void> = [];
  let isRequested = false;
  let pressedAt = '';
  let acknowledgedAt = '';
  return {
    get isRequested() {
      return isRequested;
    },
    get pressedAt() {
      return pressedAt;
    },
    take(at = '') {
      if (at !== '' && at <= acknowledgedAt) return false;
      if (at > pressedAt) pressedAt = at;
      if (isRequested) return false;
      isRequested = true;
      for (const listener of listeners) listener();
      return true;
    },
    onRequest(listener) {
      listeners.push(listener);
      if (isRequested) listener();
    },
    acknowledge(at) {
      acknowledgedAt = at;
      isRequested = pressedAt !== at;
    },
  };
}
