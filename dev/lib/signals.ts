export interface Signals {
  /** Resolves with the first signal to end (SIGINT, SIGTERM, SIGHUP), or when the process that started this one is gone. */
  asked: Promise<void>;
  /** Resolves when the signal comes again, or with a SIGQUIT. */
  urged: Promise<void>;
}

// One Ctrl-C may arrive more than once: from the terminal, and handed on by npm.
const SAME_MS = 500;
const PARENT_EVERY_MS = 500;

/** Listens for the signals that end this process; from now on they do not end it by themselves. */
export function listenForSignals(): Signals {
  let firstAt: number | undefined;
  let ask: () => void;
  let urge: () => void;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const urged = new Promise<void>((resolve) => (urge = resolve));
  const onSignal = (signal: NodeJS.Signals) => {
    firstAt ??= Date.now();
    ask();
    if (signal === 'SIGQUIT' || Date.now() - firstAt > SAME_MS) urge();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && ask(), PARENT_EVERY_MS).unref();
  return { asked, urged };
}
