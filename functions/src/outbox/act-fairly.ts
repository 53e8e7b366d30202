import type { OutboxDocument } from '../documents/outbox.ts';
import { actAtOnce } from '../lib/at-once.ts';

/**
 * Calls `act` for each turn, `atOnce` at a time, until `deadline` (milliseconds since 1970). The next is the first of
 * whoever has the fewest in progress: turns of one user that hang do not take the places of those of another.
 */
export async function actFairly(
  turns: readonly OutboxDocument[][],
  atOnce: number,
  act: (turn: OutboxDocument[]) => Promise<unknown>,
  deadline: number,
): Promise<void> {
  const left = [...turns];
  const inProgress = new Map<string, number>();
  const userOf = (turn: OutboxDocument[] = []) => turn[0]?.userId ?? '';
  const busy = (turn?: OutboxDocument[]) => inProgress.get(userOf(turn)) ?? 0;
  const next = async () => {
    const chosen = left.reduce((best, turn, index) => (busy(turn) < busy(left[best]) ? index : best), 0);
    const [turn = []] = left.splice(chosen, 1);
    inProgress.set(userOf(turn), busy(turn) + 1);
    await act(turn);
    inProgress.set(userOf(turn), busy(turn) - 1);
  };
  await actAtOnce(turns, atOnce, next, deadline);
}
