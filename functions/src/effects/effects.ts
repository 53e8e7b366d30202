import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue, type EnqueueOptions } from '../outbox/enqueue.ts';
import type { Outcome } from '../outbox/handler.ts';
import { sendSignals, type Change } from '../signals/send-signals.ts';
import { readAll, type Writer } from '../store/data.ts';
import { outbox } from '../store/firestore.ts';

export type { Change };

/** Work promised together with a change. */
export interface Promised {
  /** What became of it before the reply; `later` until it was tried, or if the outbox has to continue. */
  outcome: Outcome;
}

export interface PromiseOptions extends EnqueueOptions {
  /** Signalled once the work was tried, unless it was refused: no page is told of a container that did not start. */
  then?: Change[];
}

/** What follows a committed change: signals to pages, and promised work. */
export class Effects {
  private readonly changes: { userId: string; change: Change }[] = [];
  private readonly promised: { entry: OutboxDocument; atOnce: boolean; then: Change[]; promise: Promised }[] = [];

  signal(userId: string, changes: Change[]): void {
    for (const change of changes) this.changes.push({ userId, change });
  }

  enqueue(
    writer: Writer,
    [userId, kind, subjectId]: [userId: string, kind: OutboxKind, subjectId: string],
    { then = [], ...options }: PromiseOptions,
  ): Promised {
    const entry = enqueue(writer, userId, kind, subjectId, options);
    const promise: Promised = { outcome: 'later' };
    this.promised.push({ entry, atOnce: options.afterMs === undefined, then, promise });
    return promise;
  }

  /**
   * For tries that may have been committed without a reply: drops the promises that were not written, as those tries
   * were not. If that cannot be read now, it drops all, and the sweeper does what was promised. Never throws.
   */
  async keepWritten(): Promise<void> {
    const entries = await readAll(this.promised.map(({ entry }) => outbox().doc(entry.id))).catch(() => []);
    const written = this.promised.filter((_one, index) => entries[index] !== undefined);
    this.promised.splice(0, Infinity, ...written);
  }

  /** Takes over the effects of another change. */
  add(others: Effects): void {
    this.changes.push(...others.changes);
    this.promised.push(...others.promised);
  }

  /** Sends the signals while the promised work is done, then the signals that wait for that work. Never throws. */
  async send(): Promise<void> {
    const promised = this.promised.filter(({ atOnce }) => atOnce);
    const [outcomes] = await Promise.all([drain(promised.map(({ entry }) => entry)), this.tell(this.changes)]);
    for (const [index, { promise }] of promised.entries()) promise.outcome = outcomes[index] ?? 'later';
    const tried = promised.filter(({ promise }) => promise.outcome !== 'refused' && promise.outcome !== 'gone');
    await this.tell(tried.flatMap(({ entry: { userId }, then }) => then.map((change) => ({ userId, change }))));
  }

  /** Takes back all effects together with the change that caused them: nothing is sent, no work is left behind. */
  withdraw(writer: Writer): void {
    for (const { entry } of this.promised) writer.delete(outbox().doc(entry.id));
    this.clear();
  }

  clear(): void {
    this.changes.length = 0;
    this.promised.length = 0;
  }

  private async tell(changes: { userId: string; change: Change }[]): Promise<void> {
    const users = new Set(changes.map(({ userId }) => userId));
    const of = (user: string) => changes.flatMap(({ userId, change }) => (userId === user ? change : []));
    await Promise.all([...users].map((user) => sendSignals(user, of(user))));
  }
}
