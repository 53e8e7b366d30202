import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { newId } from '../../lib/id.ts';
import { containers, tombstones } from '../../store/firestore.ts';
import { newContainer, useStack } from '../../testing/agents.ts';
import { logLines, useTestEnvironment } from '../../testing/environment.ts';
import { stopNotAdmitted } from './stop-not-admitted.ts';

useTestEnvironment();
const stack = useStack();

test('where the provider knows none of many owners of containers, they are stopped, and nobody is deleted', async () => {
  const { id } = await newContainer(await stack.newOwner());
  const container = (await containers().doc(id).get()).data();
  if (!container) throw new Error('there is a container');
  await containers().doc(id).delete();
  const ids = Array.from({ length: 10 }, () => newId());
  for (const one of ids)
    await containers()
      .doc(one)
      .set({ ...container, id: one, userId: newId(), status: 'pending', execution: null });
  const sweepOnce = () => stopNotAdmitted(Timestamp.now(), Date.now() + 30_000);
  await sweepOnce();
  expect((await tombstones().get()).size).toBe(0);
  expect(logLines.filter((line) => line.includes('knows none of these users'))).toHaveLength(1);
  for (const one of ids) expect((await containers().doc(one).get()).data()?.status).not.toBe('pending');
});
