import type { ServerWatch } from '../../server/server-watch.ts';
import type { ToldWaits } from '../../server/told-waits.ts';

export interface TellOfServerOptions {
  watch: ServerWatch;
  waits: Pick<ToldWaits, 'begin'>;
  longSeconds: number;
}

/** Reports a server that has not answered for a while; the report arrives with the first call answered again. */
export function tellOfServer({ watch, waits, longSeconds }: TellOfServerOptions): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let since: number | null = null;
  let end: () => void = () => undefined;
  const look = () => {
    const { trouble } = watch;
    if ((trouble?.since ?? null) === since) return;
    // Of several calls the first may succeed while the trouble lasts: its end is reported with the last.
    if (trouble !== null && since !== null) return;
    clearTimeout(timer);
    end();
    end = () => undefined;
    since = trouble?.since ?? null;
    if (trouble === null) return;
    timer = setTimeout(() => (end = waits.begin(waitFor(trouble.reason), trouble.since)), longSeconds * 1000);
    timer.unref();
  };
  const forget = watch.onChange(look);
  look();
  return {
    stop() {
      forget();
      clearTimeout(timer);
      end();
    },
  };
}

const waitFor = (reason: string) => ({
  kind: 'server' as const,
  title: 'Waiting for the server',
  text: `The container gets no answer from Countersign (${reason}) and keeps trying.`,
});
