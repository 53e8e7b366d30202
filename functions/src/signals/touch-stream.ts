import { touchTask, type Change } from './touch.ts';

const INTERVAL_MS = 1_000;

interface Stream {
  writtenAt: number;
  waiting: Change[];
  timer: NodeJS.Timeout | undefined;
}
const streams = new Map<string, Stream>();

/**
 * Tells an open page of this task about streamed items, at most once a second (design §3). What comes within the
 * second is told at its end: an agent's held wait keeps this instance awake until then.
 */
export async function touchTaskStream(userId: string, taskId: string, changes: Change[]): Promise<void> {
  const stream = streams.get(taskId) ?? { writtenAt: 0, waiting: [], timer: undefined };
  streams.set(taskId, stream);
  const rest = stream.writtenAt + INTERVAL_MS - Date.now();
  if (rest <= 0) {
    stream.writtenAt = Date.now();
    return touchTask(userId, taskId, changes);
  }
  stream.waiting.push(...changes);
  stream.timer ??= setTimeout(() => {
    streams.delete(taskId);
    void touchTask(userId, taskId, stream.waiting);
  }, rest).unref();
  forgetIdle();
}

/** Keeps the map as small as the number of tasks that stream right now. */
function forgetIdle(): void {
  if (streams.size < 500) return;
  for (const [taskId, stream] of streams) {
    if (!stream.timer && Date.now() - stream.writtenAt > INTERVAL_MS) streams.delete(taskId);
  }
}
