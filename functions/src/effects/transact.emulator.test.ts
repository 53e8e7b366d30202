import { signal } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handlers } from '../outbox-handlers.ts';
import { newId } from '../lib/id.ts';
import { rpc } from '../lib/rpc.ts';
import { registerHandlers, type Handler } from '../outbox/handler.ts';
import { list } from '../store/data.ts';
import { db, outbox, tombstones } from '../store/firestore.ts';
import { isNotAnswered, troubleCommits } from '../testing/database-trouble.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { commit, effectsAfter, transact } from './transact.ts';

useTestEnvironment();

const start = vi.fn<Handler>();
const wake = vi.fn<Handler>();
beforeEach(() => {
  start.mockReset().mockResolvedValue('started');
  wake.mockReset().mockResolvedValue('done');
  registerHandlers({ ...handlers, one: { ...handlers.one, start_container: start, wake_container: wake } });
});

afterEach(() => vi.restoreAllMocks());

/** The signals of a user's pages, in the order of the slots; null for none. */
async function told(path: string): Promise<{ count: number; ids: string[] } | null> {
  const snapshot = await db().doc(`signals/${path}`).get();
  if (!snapshot.exists) return null;
  const { count, slots } = signal.parse(snapshot.data());
  return { count, ids: Object.values(slots).map(({ id }) => id) };
}

const thing = (userId: string) => ({ id: userId, userId, createdAt: Timestamp.now() });
const promised = (userId: string) => list(outbox().where('userId', '==', userId));

describe('the effects of a change', () => {
  test('are sent once it is committed: each page is told, each promise is begun and gone', async () => {
    const userId = newId();
    const { outcome } = await transact(async (tx) => {
      tx.create(tombstones().doc(userId), thing(userId));
      tx.signal(userId, { kind: 'task', id: 't' }, { kind: 'item', id: 'asked', taskId: 't' });
      tx.signal(userId, { kind: 'item', id: 'streamed', taskId: 't', streamed: true });
      expect(await told(userId), 'before the commit').toBeNull();
      expect(start, 'before the commit').not.toHaveBeenCalled();
      return tx.enqueue(userId, 'start_container', 'c');
    });
    expect(outcome).toBe('started');
    expect(await told(userId)).toMatchObject({ count: 2, ids: expect.arrayContaining(['t', 'asked']) });
    expect(await told(`${userId}/tasks/t`)).toMatchObject({ count: 1, ids: ['streamed'] });
    expect(start).toHaveBeenCalledTimes(1);
    expect(await promised(userId)).toEqual([]);
  });

  test('of a transaction that is tried again are those of the try that was committed', async () => {
    const userId = newId();
    const counter = tombstones().doc(userId);
    await commit((writer) => writer.create(counter, thing(userId)));
    let tries = 0;
    await transact(async (tx) => {
      tries += 1;
      await tx.read(counter);
      tx.signal(userId, { kind: 'task', id: `try ${tries}` });
      tx.enqueue(userId, 'wake_container', `try ${tries}`);
      // Somebody else writes what was read, once: this try cannot be committed.
      if (tries === 1) throw Object.assign(new Error('contention'), { code: 10 });
      tx.update(counter, { createdAt: Timestamp.now() });
    });
    expect(tries).toBe(2);
    expect(await told(userId)).toEqual({ count: 1, ids: ['try 2'] });
    expect(wake.mock.calls.map(([entry]) => entry.subjectId)).toEqual(['try 2']);
  });

  test('of a commit without a reply are sent by the next try, which finds it done', async () => {
    const userId = newId();
    const ref = tombstones().doc(userId);
    const runOnce = db().runTransaction.bind(db());
    // The reply to the first commit is lost: the library runs the transaction once more.
    const lost = vi.spyOn(db(), 'runTransaction').mockImplementationOnce(async (work) => {
      await runOnce(work);
      return runOnce(work);
    });
    await transact(async (tx) => {
      if (await tx.read(ref)) return;
      tx.create(ref, thing(userId));
      tx.signal(userId, { kind: 'task', id: 't' });
      tx.enqueue(userId, 'wake_container', 'c');
    });
    lost.mockRestore();
    expect((await told(userId))?.ids).toEqual(['t']);
    expect(wake).toHaveBeenCalledTimes(1);
    expect(await promised(userId)).toEqual([]);
  });

  test('of a commit without a reply are sent with those of the next try, which finds other things to do', async () => {
    const userId = newId();
    const ref = tombstones().doc(userId);
    troubleCommits(userId, isNotAnswered(rpc.unknown));
    await transact(async (tx) => {
      const isMade = (await tx.read(ref)) !== undefined;
      tx.set(ref, thing(userId));
      tx.signal(userId, { kind: 'item', id: 'streamed', taskId: 't', streamed: true });
      if (isMade) return;
      tx.signal(userId, { kind: 'task', id: 't' });
      tx.enqueue(userId, 'wake_container', 'c');
    });
    expect((await told(userId))?.ids).toEqual(['t']);
    expect(wake).toHaveBeenCalledTimes(1);
    expect(await promised(userId)).toEqual([]);
  });

  test('of a try that was not committed are not sent by a next try that finds nothing left to do', async () => {
    const userId = newId();
    let tries = 0;
    await transact(async (tx) => {
      tries += 1;
      await tx.read(tombstones().doc(userId));
      if (tries === 2) return;
      tx.enqueue(userId, 'wake_container', 'c');
      throw Object.assign(new Error('contention'), { code: 10 });
    });
    expect(tries).toBe(2);
    const withCommit = newId();
    const runOnce = db().runTransaction.bind(db());
    const lost = vi.spyOn(db(), 'runTransaction').mockImplementationOnce(async (work) => {
      // This try gets as far as its commit, which is not made.
      await runOnce(async (transaction) => {
        await work(transaction);
        throw new Error('Not committed');
      }).catch(() => undefined);
      return runOnce(work);
    });
    let isFirst = true;
    await transact(async (tx) => {
      if (!isFirst) return;
      isFirst = false;
      tx.enqueue(withCommit, 'wake_container', 'c');
    });
    lost.mockRestore();
    expect(wake).not.toHaveBeenCalled();
  });

  test('of a transaction or batch that fails are dropped', async () => {
    const userId = newId();
    await expect(
      transact(async (tx) => {
        tx.create(tombstones().doc(userId), thing(userId));
        tx.signal(userId, { kind: 'task', id: 't' });
        tx.enqueue(userId, 'start_container', 'c');
        throw new Error('Changed its mind');
      }),
    ).rejects.toThrow('Changed its mind');
    await expect(
      commit((writer) => {
        writer.update(tombstones().doc(newId()), { userId });
        writer.signal(userId, { kind: 'task', id: 't' });
        writer.enqueue(userId, 'start_container', 'c');
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await told(userId)).toBeNull();
    expect(start).not.toHaveBeenCalled();
    expect(await promised(userId)).toEqual([]);
  });

  test.each([
    ['started', ['c']],
    ['waits', ['c']],
    ['later', ['c']],
    ['refused', null],
    ['gone', null],
  ] as const)('may follow the work: when that %s, %j is told', async (outcome, ids) => {
    const userId = newId();
    start.mockImplementation(async () => {
      expect(await told(userId), 'before it was tried').toBeNull();
      return outcome;
    });
    const then = [{ kind: 'container', id: 'c' } as const];
    const promise = await commit((writer) => writer.enqueue(userId, 'start_container', 'c', { then }));
    expect(promise.outcome).toBe(outcome);
    expect((await told(userId))?.ids ?? null).toEqual(ids);
  });

  test('with a delay are left to the sweeper', async () => {
    const userId = newId();
    const promise = await commit((writer) => writer.enqueue(userId, 'wake_container', 'c', { afterMs: 0 }));
    expect(wake).not.toHaveBeenCalled();
    expect(promise.outcome).toBe('later');
    expect(await promised(userId)).toHaveLength(1);
  });

  test('that are collected wait for the end, and are sent even if the work throws', async () => {
    const userId = newId();
    await expect(
      effectsAfter(async (effects) => {
        await commit((writer) => writer.enqueue(userId, 'wake_container', 'c'), { effects });
        await commit((writer) => writer.signal(userId, { kind: 'task', id: 't' }), { effects });
        expect(wake).not.toHaveBeenCalled();
        expect(await told(userId)).toBeNull();
        throw new Error('Too late');
      }),
    ).rejects.toThrow('Too late');
    expect(wake).toHaveBeenCalledTimes(1);
    expect(await told(userId)).toEqual({ count: 1, ids: ['t'] });
  });

  test('that are withdrawn leave nothing behind', async () => {
    const userId = newId();
    await effectsAfter(async (effects) => {
      const fill = (writer: Parameters<Parameters<typeof commit>[0]>[0]) => {
        writer.signal(userId, { kind: 'task', id: 't' });
        writer.enqueue(userId, 'wake_container', 'c');
      };
      await commit(fill, { effects });
      expect(await promised(userId)).toHaveLength(1);
      await commit((writer) => effects.withdraw(writer));
    });
    expect(wake).not.toHaveBeenCalled();
    expect(await told(userId)).toBeNull();
    expect(await promised(userId)).toEqual([]);
  });

  test('whose work fails do not fail the call: it is postponed', async () => {
    const userId = newId();
    wake.mockRejectedValue(new Error('Cloud Run is away'));
    const promise = await commit((writer) => writer.enqueue(userId, 'wake_container', 'c'));
    expect(promise.outcome).toBe('later');
    expect(await promised(userId)).toMatchObject([{ attempts: 1, lastError: 'Error: Cloud Run is away' }]);
  });
});
