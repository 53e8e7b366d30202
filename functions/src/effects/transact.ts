import type { OutboxKind } from '../documents/outbox.ts';
import type { Change } from '../signals/send-signals.ts';
import * as store from '../store/data.ts';
import { Effects, type Promised, type PromiseOptions } from './effects.ts';

/** Writes that happen together or not at all, and what follows them. */
export interface Writer extends store.Writer {
  /** Tells the owner's open pages of changes, once the whole transaction is committed. */
  signal(userId: string, ...changes: Change[]): void;
  /**
   * Promises work, in the transaction of the change it follows from. It is begun after the commit, for as long as a
   * reply waits; with `afterMs` it is left to the sweeper, which begins it that many milliseconds later.
   */
  enqueue(userId: string, kind: OutboxKind, subjectId: string, options?: PromiseOptions): Promised;
}

/** A transaction: what it reads is unchanged when it commits. All reads come before the first write. */
export interface Tx extends Writer, store.Tx {}

interface Options {
  /** Where to collect the effects (`effectsAfter`); without it they are sent before this resolves. */
  effects?: Effects | undefined;
}

/**
 * Runs `work` in a transaction, as store/data.ts does, and then sends the effects of the try that was committed. A try
 * before it may have been committed without a reply: then the last one finds less to do, or nothing, or throws for what
 * the other has created. So the others' signals are sent, too, as they only say where to look again, and of their
 * promises those that were written are begun. Throws what the transaction throws, and nothing because of an effect.
 */
export async function transact<Result>(
  work: (tx: Tx) => Promise<Result>,
  { effects, withinMs }: Options & { withinMs?: number } = {},
): Promise<Result> {
  const tries: Effects[] = [];
  const attempt = async (tx: store.Tx) => {
    const own = new Effects();
    const result = await work({ ...tx, ...effectsOf(tx, own) });
    tries.push(own);
    return { result, own };
  };
  const { result, own } = await store.transact(attempt, withinMs === undefined ? {} : { withinMs });
  const caused = new Effects();
  for (const other of tries) if (other !== own) caused.add(other);
  await caused.keepWritten();
  caused.add(own);
  await deliver(caused, effects);
  return result;
}

/** Commits what `fill` writes in one batch, as store/data.ts does, and then sends its effects. */
export async function commit<Result>(fill: (writer: Writer) => Result, { effects }: Options = {}): Promise<Result> {
  const caused = new Effects();
  const result = await store.commit((writer) => fill({ ...writer, ...effectsOf(writer, caused) }));
  await deliver(caused, effects);
  return result;
}

/**
 * Collects the effects of everything that `work` commits and sends them when it has ended, even if it throws: after a
 * lock is released, or once it is clear that a change stands.
 */
export async function effectsAfter<Result>(work: (effects: Effects) => Promise<Result>): Promise<Result> {
  const effects = new Effects();
  try {
    return await work(effects);
  } finally {
    await effects.send();
  }
}

function effectsOf(writer: store.Writer, effects: Effects): Pick<Writer, 'signal' | 'enqueue'> {
  return {
    signal: (userId, ...changes) => effects.signal(userId, changes),
    enqueue: (userId, kind, subjectId, options = {}) => effects.enqueue(writer, [userId, kind, subjectId], options),
  };
}

async function deliver(caused: Effects, collected: Effects | undefined): Promise<void> {
  if (collected) collected.add(caused);
  else await caused.send();
}
