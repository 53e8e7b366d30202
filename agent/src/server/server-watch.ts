/** Whether the server answers the runner's calls. */
export interface ServerWatch {
  /** Since when a call is being retried, in milliseconds since 1970, and why; null while all are answered. */
  readonly trouble: { since: number; reason: string } | null;
  /** Calls the listener when trouble comes or goes, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** What the calls report. */
export interface ServerReports {
  /** A call has failed and is tried again; call the returned function when that is over. */
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
