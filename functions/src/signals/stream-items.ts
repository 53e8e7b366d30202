import { writeSignal, type Slot } from './write-signal.ts';

const INTERVAL_MS = 1_000;

interface Stream {
  writtenAt: number;
  waiting: Slot[];
  timer: NodeJS.Timeout | undefined;
}
const streams = new Map<string, Stream>();

/**
 * Tells the pages that listen at `path` about streamed items, at most once a second. Changes within the second are sent
 * at its end: an agent's held request keeps this instance awake until then.
 */
export async function streamItems(path: string, items: Slot[]): Promise<void> {
  const stream = streams.get(path) ?? { writtenAt: 0, waiting: [], timer: undefined };
  streams.set(path, stream);
  const rest = stream.writtenAt + INTERVAL_MS - Date.now();
  if (rest <= 0) {
    stream.writtenAt = Date.now();
    return writeSignal(path, items);
  }
  stream.waiting.push(...items);
  stream.timer ??= setTimeout(() => {
    streams.delete(path);
    void writeSignal(path, stream.waiting);
  }, rest).unref();
  forgetIdle();
}

/** Keeps the map about as small as the number of tasks that are streaming now. */
function forgetIdle(): void {
  if (streams.size < 500) return;
  for (const [path, stream] of streams) {
    if (!stream.timer && Date.now() - stream.writtenAt > INTERVAL_MS) streams.delete(path);
  }
}
