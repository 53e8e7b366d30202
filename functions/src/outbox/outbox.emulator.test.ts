import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test } from 'vitest';
import { onFailpoint } from '../erasing/failpoint.ts';
import { OutOfTime, registerHandlers, type Handler } from './handler.ts';
import { commit } from '../effects/transact.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { outbox, taskItems } from '../store/firestore.ts';
import { handlers } from '../outbox-handlers.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { drain } from './drain.ts';
import { drainDue } from './drain-due.ts';
import { enqueue } from './enqueue.ts';

useTestEnvironment();
afterEach(() => {
  onFailpoint();
  registerHandlers(handlers);
});

const MINUTE_MS = 60_000;
const stored = async (entry: OutboxDocument) => (await outbox().doc(entry.id).get()).data();
const inMinutes = (minutes: number) => Timestamp.fromMillis(Date.now() + minutes * MINUTE_MS);
const soon = () => Date.now() + 60_000;

/** A promise to delete what is left of a task, and an item that is left of it. */
async function promise(userId: string): Promise<{ entry: OutboxDocument; itemId: string }> {
  const task = { id: `${userId}-task`, userId, projectId: 'p' };
  const item = prepareItem(task, { type: 'planning', title: 'T', author: 'agent' });
  const entry = await commit((writer) => {
    createItem(writer, item);
    return enqueue(writer, userId, 'delete_task', task.id);
  });
  return { entry, itemId: item.header.id };
}

const isThere = async (itemId: string) => (await taskItems().doc(itemId).get()).exists;

describe('the outbox', () => {
  test('is emptied before the reply', async () => {
    const { entry, itemId } = await promise('one');
    await drain([entry]);
    expect(await stored(entry)).toBeUndefined();
    expect(await isThere(itemId)).toBe(false);
  });

  test('leaves a new promise to whoever made it, and takes it over later', async () => {
    const { entry, itemId } = await promise('two');
    await drainDue(Timestamp.now(), soon());
    expect(await isThere(itemId)).toBe(true);
    await drainDue(inMinutes(1), soon());
    expect(await isThere(itemId)).toBe(false);
    expect(await stored(entry)).toBeUndefined();
  });

  test('keeps what failed, with the reason, and tries later and later', async () => {
    const { entry, itemId } = await promise('three');
    onFailpoint(() => {
      throw new Error('The database is on fire');
    });
    await drain([entry]);
    const first = await stored(entry);
    expect(first).toMatchObject({ attempts: 1, lastError: expect.stringContaining('on fire') });
    const began = Date.now();
    await drainDue(inMinutes(1), soon());
    const second = await stored(entry);
    expect(second?.attempts).toBe(2);
    expect((second?.notBefore.toMillis() ?? 0) - began).toBeGreaterThan(5_000);
    onFailpoint();
    await drainDue(inMinutes(30), soon());
    expect(await isThere(itemId)).toBe(false);
  });

  test('does not count it as a failure that something is more than one turn’s work', async () => {
    const { entry, itemId } = await promise('five');
    onFailpoint(() => {
      throw new OutOfTime('Time is up');
    });
    await drain([entry]);
    const left = await stored(entry);
    expect(left).toMatchObject({ attempts: 0, lastError: null });
    expect(left?.notBefore.toMillis()).toBeLessThanOrEqual(Date.now());
    onFailpoint();
    await drainDue(inMinutes(1), soon());
    expect(await isThere(itemId)).toBe(false);
  });

  test('fails nobody’s reply, also where the entry cannot be written any more', async () => {
    const { entry } = await promise('six');
    onFailpoint(() => {
      throw new OutOfTime('Time is up');
    });
    await outbox().doc(entry.id).delete();
    await expect(drain([entry])).resolves.toEqual(['later']);
  });

  test.each<[ending: string, end: Handler]>([
    ['is done', async () => 'done'],
    ['needs more than one turn', async () => 'later'],
    ['fails', async () => Promise.reject(new Error('The database is on fire'))],
  ])('keeps what is promised again under its id while it is at work, once that %s', async (_ending, end) => {
    const options = { id: 'of-seven-and-waiting-still', afterMs: 0 };
    const again = () => commit((writer) => enqueue(writer, 'seven', 'notify', 'a', options));
    let promised: OutboxDocument | undefined;
    const notify: Handler = async (entry, deadline) => {
      promised = await again();
      return end(entry, deadline);
    };
    registerHandlers({ ...handlers, one: { ...handlers.one, notify } });
    const entry = await again();
    await drainDue(inMinutes(1), soon());
    expect(promised?.createdAt).not.toEqual(entry.createdAt);
    expect(await stored(entry)).toEqual(promised);

    registerHandlers({ ...handlers, one: { ...handlers.one, notify: async () => 'done' } });
    await drainDue(inMinutes(1), soon());
    expect(await stored(entry)).toBeUndefined();
  });

  test('is worked on by one instance at a time', async () => {
    const { entry } = await promise('four');
    let runs = 0;
    onFailpoint((step) => void (runs += Number(step === 'before items')));
    await Promise.all([drainDue(inMinutes(1), soon()), drainDue(inMinutes(1), soon())]);
    expect(runs).toBe(1);
    expect(await stored(entry)).toBeUndefined();
  });
});
