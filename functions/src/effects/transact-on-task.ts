import { serialize } from '../lib/serialize.ts';
import { effectsAfter, transact, type Tx } from './transact.ts';

/**
 * Milliseconds that a change waits for its turn: the one before it may be stuck, and a person or a lease may wait for
 * this one.
 */
const TURN_MS = 2_000;

/**
 * Runs `work` while no other change of this task does within this instance. Each of them reads and writes the task's
 * document, for its status and its audit chain: where two do at once, each holds the lock that the other needs, until
 * the database ends one of them, which is then tried again a second later. Of answers that come together, the last
 * would be that much later for each one before it.
 */
export const inTurn = <Result>(taskId: string, work: () => Promise<Result>): Promise<Result> =>
  serialize(`task/${taskId}`, work, TURN_MS);

/** Like `transact`, in the task's turn, which its effects do not prolong. */
export function transactOnTask<Result>(taskId: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return effectsAfter((effects) => inTurn(taskId, () => transact(work, { effects })));
}
