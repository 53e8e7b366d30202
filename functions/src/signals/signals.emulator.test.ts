import { routes, signal, SIGNAL_SLOTS } from '@countersign/contract';
import { describe, expect, test, vi } from 'vitest';
import { db } from '../store/firestore.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { sendSignals } from './send-signals.ts';

useTestEnvironment();
const api = useApi();

const read = async (path: string) => {
  const snapshot = await db().doc(path).get();
  return snapshot.exists ? signal.parse(snapshot.data()) : null;
};

describe('a signal', () => {
  test('tells what a call changed', async () => {
    const { user, client } = await api.newUser();
    const { id } = await client.call(routes.postProject, { body: { name: 'Project' } });
    const { id: taskId } = await client.call(routes.postProjectTask, { params: { id }, body: { title: 'Task' } });
    const written = await read(`signals/${user.userId}`);
    const told = Object.values(written?.slots ?? {}).map((slot) => `${slot.kind} ${slot.id}`);
    expect(told).toEqual(expect.arrayContaining([`project ${id}`, `task ${taskId}`]));
    expect(written?.count).toBe(3);
  });

  test('keeps the last 20 changes, each with a nonce of its own, and counts all', async () => {
    for (let change = 0; change < 30; change += 1) await sendSignals('someone', [{ kind: 'task', id: `t${change}` }]);
    const written = await read('signals/someone');
    expect(written?.count).toBe(30);
    const slots = Object.values(written?.slots ?? {});
    expect(slots.map(({ id }) => id).sort()).toEqual(
      Array.from({ length: SIGNAL_SLOTS }, (_, n) => `t${n + 10}`).sort(),
    );
    expect(new Set(slots.map(({ nonce }) => nonce)).size).toBe(SIGNAL_SLOTS);
  });

  test('of a deleted project makes browsers fetch everything, as all that was in it is gone', async () => {
    const { user, client } = await api.newUser();
    const { id } = await client.call(routes.postProject, { body: { name: 'Project' } });
    await client.call(routes.postProjectTask, { params: { id }, body: { title: 'Task' } });
    const before = await read(`signals/${user.userId}`);
    await client.call(routes.deleteProject, { params: { id } });
    const after = await read(`signals/${user.userId}`);
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBeGreaterThan(SIGNAL_SLOTS);
  });

  test('of a stream is written at most once a second, and nothing of it is lost', async () => {
    const path = 'signals/someone/tasks/stream';
    const change = (id: number) => [{ kind: 'item', id: `i${id}`, taskId: 'stream', streamed: true } as const];
    for (let id = 0; id < 10; id += 1) await sendSignals('someone', change(id));
    expect((await read(path))?.count).toBe(1);
    await vi.waitFor(async () => expect((await read(path))?.count).toBe(10), 60_000);
  });
});
