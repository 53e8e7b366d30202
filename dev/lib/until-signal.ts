/** Resolves with the first SIGINT, SIGTERM or SIGHUP this process gets. Later ones are swallowed: the ending is under way. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
}
