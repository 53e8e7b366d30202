import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { refusal, useStack } from '../testing/agents.ts';
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
