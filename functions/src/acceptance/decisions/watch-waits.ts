import { LONG_WAIT_SECONDS } from '@countersign/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskDocument } from '../../documents/task.ts';
import { taskItems, tasks } from '../../store/firestore.ts';
import { waitItemId } from '../../task-items/tell-wait.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 2_000;

/** Tasks that waited for longer than is allowed without an explanation. */
export interface Waits {
  /** A finished project's number of long waits, and those without a cause in their task's history. */
  of(projectId: string): Promise<{ long: number; unexplained: string[] }>;
  /** Ends the watch. */
  end(): Promise<void>;
}

/** Notes each wait of a task, for a container or its runner, that lasts longer than `LONG_WAIT_SECONDS`. */
export function watchWaits(): Waits {
  const long = new Map<string, TaskDocument>();
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const { docs } = await tasks().where('status', 'in', ['pending', 'approved', 'rejected']).get();
      const waiting = docs.map((doc) => doc.data()).filter(hasWaitedLong);
      for (const task of waiting) long.set(waitItemId(task), task);
      await delay(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async of(projectId) {
      const own = [...long].filter(([, task]) => task.projectId === projectId);
      const found = await Promise.all(
        own.map(async ([id, { title, status }]) => {
          const line = (await taskItems().doc(id).get()).data();
          return line ? [] : [`${title} waited for over 30 s without a cause, ${status}: ${id}`];
        }),
      );
      return { long: own.length, unexplained: found.flat() };
    },
    async end() {
      ending.abort();
      await watching;
    },
  };
}

/** One second more: the cause is recorded by the next sweep, or when the wait ends. */
function hasWaitedLong({ statusSince, createdAt }: TaskDocument): boolean {
  return (statusSince ?? createdAt).toMillis() < Date.now() - (LONG_WAIT_SECONDS + 1) * 1000;
}
