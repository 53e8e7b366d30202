import * as z from 'zod/mini';

const EVERY_MS = 5_000;
/** Time for a listener that is about to report what was just read. */
const GRACE_MS = 500;

/** A document as the emulator's HTTP API returns it; one that does not exist has a count of zero. */
const counted = z.object({ fields: z.object({ count: z.object({ integerValue: z.coerce.number() }) }) });

export interface SecondReading {
  /** The signal document's address in the emulator. */
  url: URL;
  getToken: () => Promise<string | undefined>;
  /** The last count the listener reported; undefined if none. */
  told: () => number | undefined;
  /** Called when the count is higher than the listener reported. */
  onMissed: () => void;
}

/**
 * Reads a signal's count beside its listener, for the Firestore emulator only: it sometimes loses a change
 * (docs/decisions/015), and the page would wait for ever. Returns the function that stops it.
 */
export function readBeside({ url, getToken, told, onMissed }: SecondReading): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ending = new AbortController();

  const read = async (): Promise<number | undefined> => {
    const headers = { Authorization: `Bearer ${(await getToken()) ?? ''}` };
    const reply = await fetch(url, { headers, signal: ending.signal });
    const found = counted.safeParse(await reply.json());
    return found.success ? found.data.fields.count.integerValue : undefined;
  };
  const compare = async () => {
    const there = await read();
    if (there === undefined || told() === undefined || told() === there) return;
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    if (!ending.signal.aborted && (told() ?? Infinity) < there) onMissed();
  };
  const next = () => {
    timer = setTimeout(() => {
      // Without a network there is nothing to compare; the next reading may detect it.
      void compare()
        .catch(() => undefined)
        .then(() => !ending.signal.aborted && next());
    }, EVERY_MS);
  };
  next();
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}
