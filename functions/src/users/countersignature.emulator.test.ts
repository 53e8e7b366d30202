import { routes } from '@countersign/contract';
import { getAuth } from 'firebase-admin/auth';
import { expect, test } from 'vitest';
import { newTask, refusal, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

test('commits name nobody until a name is chosen, and no address that is not verified and chosen', async () => {
  const owner = await stack.newOwner();
  const { client, userId } = owner;
  const nobody = { name: null, email: null, countersignedBy: 'the owner of this task' };
  expect(await client.call(routes.getCountersignature)).toEqual(nobody);
  const put = (name: string | null, withEmail: boolean) =>
    client.call(routes.putCountersignature, { body: { name, withEmail } });
  await getAuth().updateUser(userId, { emailVerified: false });
  expect(await refusal(put('Ada', true))).toMatchObject({ status: 409 });
  expect(await client.call(routes.getCountersignature)).toEqual(nobody);
  await getAuth().updateUser(userId, { emailVerified: true });
  const email = (await getAuth().getUser(userId)).email ?? '';
  expect(await put('Ada', true)).toEqual({ name: 'Ada', email, countersignedBy: `Ada <${email}>` });
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  expect((await runner.claim()).evidence?.countersignedBy).toBe(`Ada <${email}>`);
  expect(await put(null, false)).toEqual(nobody);
});
