import * as z from 'zod/mini';

const EVERY_MS = 5_000;
/** For a listener that is about to tell what was just read. */
const GRACE_MS = 500;

/** A document as the emulator's HTTP API gives it; one that is not there has counted nothing. */
const counted = z.object({ fields: z.object({ count: z.object({ integerValue: z.coerce.number() }) }) });

export interface SecondReading {
  /** Where the emulator gives the document of the signal. */
  url: URL;
  getToken: () => Promise<string | undefined>;
  /** What the listener told last; undefined while it has told nothing. */
  told: () => number | undefined;
  /** Called where more is counted than the listener told. */
  onMissed: () => void;
}

/**
 * Reads a signal's count beside its listener, for the Firestore emulator alone: it loses a change at times (docs/decisions/015),
 * and the page would wait for ever. Returns the function to stop.
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
      // Without a network there is nothing to compare; the next reading may find it.
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
