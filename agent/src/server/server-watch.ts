/** Whether the server answers the runner's calls. */
export interface ServerWatch {
  /** Since when a call is tried again and again, in milliseconds since 1970, and why; null while all are answered. */
  readonly trouble: { since: number; reason: string } | null;
  /** The listener is called when trouble comes or goes, until the function that is returned is called. */
  onChange(listener: () => void): () => void;
}

/** What the calls tell it. */
export interface ServerReports {
  /** A call has failed and is tried again; the function that is returned is called when that is over. */
  fails(reason: string): () => void;
}

export function createServerWatch(): ServerWatch & ServerReports {
  const listeners = new Set<() => void>();
  const failing = new Set<{ since: number; reason: string }>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get trouble() {
      const [first = null] = failing;
      return first;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fails(reason) {
      const call = { since: Date.now(), reason };
      failing.add(call);
      if (failing.size === 1) changed();
      return () => {
        if (failing.delete(call)) changed();
      };
    },
  };
}
