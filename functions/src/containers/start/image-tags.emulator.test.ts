import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containers } from '../../store/firestore.ts';
import { newContainer, newTask, useStack, type TestOwner } from '../../testing/agents.ts';
import { refusal } from '../../testing/agents.ts';
import { logLines, useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment({ IMAGE_TAGS: 'V2.0, latest' });
const stack = useStack();

const create = ({ client, projectId }: TestOwner, body: { imageTag?: string }) =>
  client.call(routes.postProjectContainer, { params: { id: projectId }, body });
const stored = async (id: string) => (await containers().doc(id).get()).data();
const message = 'The image tag old is not allowed here. Allowed: V2.0, latest';

describe('a new container', () => {
  test('has one of the allowed tags, latest where none is named', async () => {
    const owner = await stack.newOwner();
    expect(await create(owner, {})).toMatchObject({ imageTag: 'latest' });
    expect(await create(owner, { imageTag: 'V2.0' })).toMatchObject({ imageTag: 'V2.0' });
  });

  test('of any other tag is refused, naming the allowed ones, and nothing is made', async () => {
    const owner = await stack.newOwner();
    for (const imageTag of ['old', 'LATEST', 'v2.0', 'toString']) {
      await expect(create(owner, { imageTag }), imageTag).rejects.toMatchObject({
        status: 400,
        reply: { code: 'invalid', issues: [{ path: ['imageTag'], message: message.replace('old', imageTag) }] },
      });
    }
    expect(await owner.client.call(routes.listContainers)).toEqual([]);
  });
});

describe('a container whose tag is not allowed any more', () => {
  /** A container whose runner has ended and whose tag was then removed from the list. */
  const setUp = async (reason: 'idle' | 'paused') => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const runner = await stack.runnerOf(id);
    if (reason === 'paused') await owner.client.call(routes.pauseContainer, { params: { id } });
    await runner.client.call(agentRoutes.exit, { body: { reason } });
    await containers().doc(id).update({ imageTag: 'old' });
    return { owner, id };
  };

  test('is not resumed: a conflict that says why', async () => {
    const { owner, id } = await setUp('paused');
    const resumed = owner.client.call(routes.resumeContainer, { params: { id } });
    expect(await refusal(resumed)).toEqual({ status: 409, code: 'conflict', text: message });
    expect(await stored(id)).toMatchObject({ status: 'paused', epoch: 1, desired: 'paused' });
  });

  test('is not started for its next task either, and says why', async () => {
    const { owner, id } = await setUp('idle');
    expect(await newTask(owner, { containerId: id })).toMatchObject({ status: 'pending' });
    expect(await owner.client.call(routes.getContainer, { params: { id } })).toMatchObject({
      status: 'paused',
      message,
    });
    expect(await stored(id)).toMatchObject({ execution: null });
    expect(logLines.filter((line) => line.includes('Unexpected error'))).toEqual([]);
  });
});
