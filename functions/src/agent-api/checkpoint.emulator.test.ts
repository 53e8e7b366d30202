import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { auditEvents } from '../store/firestore.ts';
import { newTask, refusal, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

const sha256Of = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

test('a checkpoint is uploaded, committed, handed to the next claim, and replaced by the next one', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const params = { taskId: task.id };
  async function upload(bytes: string) {
    const body = { epoch: task.epoch, size: bytes.length, sha256: sha256Of(bytes) };
    const { object, uploadUrl, headers } = await runner.client.call(agentRoutes.checkpointUpload, { params, body });
    const put = async (what: string, sent = {}) =>
      (await fetch(uploadUrl, { method: 'PUT', body: what, headers: sent })).status;
    expect(await put(bytes)).toBe(403);
    expect(await put(`${bytes} and more`, headers)).toBe(413);
    expect(await put(bytes, headers)).toBe(201);
    expect(await put(bytes.toUpperCase(), headers)).toBe(412);
    await runner.client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object } });
    return object;
  }
  const first = await upload('first');
  const second = await upload('second');
  expect(second).not.toBe(first);
  const { checkpoint } = await runner.claim();
  expect(checkpoint).toMatchObject({ object: second, size: 6, sha256: sha256Of('second') });
  expect(await (await fetch(checkpoint?.downloadUrl ?? '')).text()).toBe('second');
  const replaced = checkpoint?.downloadUrl.replace(second, first) ?? '';
  expect((await fetch(replaced)).status).toBe(403);
});

test('what was not uploaded, and what a former claim uploaded, is not committed', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const params = { taskId: task.id };
  const body = { epoch: task.epoch, size: 5, sha256: sha256Of('bytes') };
  const { object } = await runner.client.call(agentRoutes.checkpointUpload, { params, body });
  const commit = (fields: object = {}) =>
    runner.client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object, ...fields } });
  expect(await refusal(commit())).toMatchObject({ status: 400, code: 'invalid' });
  expect(await refusal(commit({ object: 'tasks/other/1-x' }))).toMatchObject({ status: 400, code: 'invalid' });
  await runner.claim();
  const late = runner.client.call(agentRoutes.checkpointUpload, { params, body });
  expect(await refusal(late)).toMatchObject({ status: 409, code: 'stale_epoch' });
});

test('a store that cannot be reached is passing trouble: 503, not an error of ours', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const body = { epoch: task.epoch, size: 5, sha256: sha256Of('bytes') };
  const params = { taskId: task.id };
  const { object } = await runner.client.call(agentRoutes.checkpointUpload, { params, body });
  const reached = fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const isStore = typeof input === 'string' && input.includes('/objects/');
    return isStore ? Promise.reject(new TypeError('fetch failed')) : reached(input, init);
  });
  const committed = runner.client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object } });
  expect(await refusal(committed)).toMatchObject({ status: 503, code: 'unavailable' });
  vi.unstubAllGlobals();
});

test('credentials go to the runner of the repository’s project alone, and each time is audited', async () => {
  const [owner, other] = await Promise.all([stack.newOwner(), stack.newOwner()]);
  const [runner, stranger] = await Promise.all([stack.newRunner(owner), stack.newRunner(other)]);
  const token = `ghp_${'a'.repeat(36)}`;
  const repository = await owner.client.call(routes.postRepository, {
    body: { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello' },
  });
  const params = { repositoryId: repository.id };
  const read = (of = runner) => of.client.call(agentRoutes.credentials, { params, body: {} });
  expect(await refusal(read())).toMatchObject({ status: 404 });
  await owner.client.call(routes.putRepository, {
    params: { id: repository.id },
    body: { projectId: owner.projectId },
  });
  expect(await read()).toEqual({ username: 'x-access-token', token: null });
  await owner.client.call(routes.putRepositoryAuth, { params: { id: repository.id }, body: { githubToken: token } });
  expect(await read()).toEqual({ username: 'x-access-token', token });
  expect(await refusal(read(stranger))).toMatchObject({ status: 404 });
  const events = await auditEvents().where('subjectId', '==', repository.id).get();
  expect(events.docs.filter((event) => event.data().action === 'credentials_read')).toHaveLength(2);
});
