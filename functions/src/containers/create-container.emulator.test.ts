import { routes } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../lib/id.ts';
import { refusal, type TestOwner, useStack } from '../testing/agents.ts';
import { auditEvents, containers } from '../store/firestore.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

test('a container is created in the project of the path, and refused when its body names another one', async () => {
  const { client, projectId } = await stack.newOwner();
  const other = await client.call(routes.postProject, { body: { name: 'Other' } });
  const create = (named: string) =>
    client.call(routes.postProjectContainer, { params: { id: projectId }, body: { projectId: named } });
  expect(await refusal(create(other.id))).toMatchObject({ status: 400, code: 'invalid' });
  expect(await client.call(routes.listContainers)).toEqual([]);
  expect(await create(projectId)).toMatchObject({ projectId });
});

describe('a container asked for again because the reply was lost', () => {
  const create = ({ client, projectId }: TestOwner, key: string, body: { name?: string } = {}) =>
    client.call(routes.postProjectContainer, {
      params: { id: projectId },
      body,
      headers: { 'Idempotency-Key': key },
    });
  const all = ({ client }: TestOwner) => client.call(routes.listContainers);

  test('is the same container, started once', async () => {
    const owner = await stack.newOwner();
    const key = newId();
    const [first, again] = [await create(owner, key), await create(owner, key)];
    expect(again.id).toBe(first.id);
    expect(await all(owner)).toMatchObject([{ id: first.id }]);
    expect((await containers().doc(first.id).get()).data()).toMatchObject({ epoch: 1 });
    const starts = await auditEvents().where('subjectId', '==', first.id).get();
    expect(starts.docs.map((event) => event.data().action)).toEqual(['container_created']);
  });

  test('at the same moment is one, too; under another key it is another one', async () => {
    const owner = await stack.newOwner();
    const key = newId();
    const same = await Promise.all([1, 2, 3].map(() => atLast(() => create(owner, key))));
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    await create(owner, newId());
    expect(await all(owner)).toHaveLength(2);
  });

  test('is no other container than the first one; a key belongs to one project', async () => {
    const owner = await stack.newOwner();
    const key = newId();
    const { id } = await create(owner, key, { name: 'Ada' });
    expect(await refusal(create(owner, key, { name: 'Bob' }))).toMatchObject({ status: 409, code: 'conflict' });
    const other = await owner.client.call(routes.postProject, { body: { name: 'Other' } });
    expect((await create({ ...owner, projectId: other.id }, key, { name: 'Bob' })).id === id).toBe(false);
  });
});
