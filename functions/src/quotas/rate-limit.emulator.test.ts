import { routes } from '@countersign/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { tasks } from '../store/firestore.ts';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

const LIMIT = 20;
useTestEnvironment({ RATE_LIMIT_USER: String(LIMIT) });
const api = useApi();
// An allowance is per minute: here no minute ends during a test.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

test('a call that reads much counts as several: long lists are not to be had as often as short ones', async () => {
  const { client } = await api.newUser();
  const { id } = await client.call(routes.postProject, { body: { name: 'Loom' } });
  const task = await client.call(routes.postProjectTask, { params: { id }, body: { title: 'Weave' } });
  const stored = (await tasks().doc(task.id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  for (let part = 0; part < 2; part += 1) {
    await commit((writer) => {
      for (let index = 0; index < 300; index += 1) {
        const copy = { ...stored, id: newId() };
        writer.create(tasks().doc(copy.id), copy);
      }
    });
  }
  let passed = 0;
  const list = () => client.call(routes.listTasks).then(() => (passed += 1));
  const lists = async () => {
    for (let call = 0; call < LIMIT; call += 1) await list();
  };
  await expect(lists()).rejects.toMatchObject({ status: 429 });
  // Two calls are used up, and each list counts as itself and two more.
  expect(passed).toBe((LIMIT - 2) / 3);
});
