export interface Signals {
  /** Resolves with the first signal to end (SIGINT, SIGTERM, SIGHUP), or when the parent process is gone. */
  asked: Promise<void>;
  /** Resolves when the signal comes again, or with a SIGQUIT. */
  urged: Promise<void>;
  /** Resolves when the signal comes a third time, or with a SIGQUIT. */
  insisted: Promise<void>;
  /** Resolves with the next signal from now on. */
  next: () => Promise<void>;
}

// One Ctrl-C may arrive more than once: from the terminal, and passed on by npm.
const SAME_MS = 500;
const PARENT_EVERY_MS = 500;

/** Listens for the signals that end this process; from now on they do not end it by themselves. */
export function listenForSignals(): Signals {
  const presses = countPresses();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => presses.press(signal === 'SIGQUIT', Date.now()));
  }
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && presses.ask(), PARENT_EVERY_MS).unref();
  return presses.signals;
}

/** Tells a second press from an echo of the first; separate from the signals themselves, for tests. */
export function countPresses(): {
  signals: Signals;
  press: (atOnce: boolean, now: number) => void;
  ask: () => void;
} {
  const resolvers: (() => void)[] = [];
  const nth = () => new Promise<void>((resolve) => resolvers.push(resolve));
  const [asked, urged, insisted] = [nth(), nth(), nth()];
  let count = 0;
  let countedAt = -Infinity;
  let waiting: (() => void)[] = [];
  const press = (atOnce: boolean, now: number) => {
    if (!atOnce && now - countedAt <= SAME_MS) return;
    count = atOnce ? resolvers.length : count + 1;
    countedAt = now;
    for (const resolve of [...resolvers.slice(0, count), ...waiting]) resolve();
    waiting = [];
  };
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { signals: { asked, urged, insisted, next }, press, ask: () => resolvers[0]?.() };
}
