import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { variableId } from '../secrets/store.ts';
import { auditEvents, db, projects, secrets } from '../store/firestore.ts';
import { newNonce, newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
const value = 'a value that nobody sees';

const store = ({ client, projectId: id }: TestOwner, body: Record<string, unknown>) =>
  client.call(routes.putProjectVariable, { params: { id }, body: body as { name: string; value: string | null } });

test('a value is stored encrypted, told to nobody but its runner, audited, replaced, and removed', async () => {
  const owner = await stack.newOwner();
  const project = await store(owner, { name: 'API_TOKEN', value });
  expect(project.variables).toEqual([{ name: 'API_TOKEN', isSecret: true, forAgent: false }]);
  await store(owner, { name: 'A', value: 'first' });
  const both = await store(owner, { name: 'A', value: 'plain', isSecret: false, forAgent: true });
  expect(both.variables.map(({ name }) => name)).toEqual(['A', 'API_TOKEN']);
  const stored = await secrets()
    .doc(`project-variable-${variableId(owner.projectId, 'API_TOKEN')}`)
    .get();
  expect(stored.exists).toBe(true);

  const task = await newTask(owner);
  const runner = await stack.newRunner(owner);
  const { epoch, settings } = await runner.claim();
  expect(settings).toMatchObject({ hasVariables: true });
  const params = { taskId: task.id };
  const told = await runner.client.call(agentRoutes.variables, { params, body: { epoch } });
  expect(told.variables).toEqual([
    { name: 'A', value: 'plain', isSecret: false, forAgent: true },
    { name: 'API_TOKEN', value, isSecret: true, forAgent: false },
  ]);
  const late = runner.client.call(agentRoutes.variables, { params, body: { epoch: epoch - 1 } });
  expect(await refusal(late)).toMatchObject({ code: 'stale_epoch' });
  const other = await stack.newOwner();
  await newTask(other);
  const foreign = await stack.newRunner(other);
  expect(await refusal(foreign.client.call(agentRoutes.variables, { params, body: { epoch } }))).toMatchObject({
    code: 'not_found',
  });
  const events = (await auditEvents().where('subjectId', '==', owner.projectId).get()).docs.map((doc) => doc.data());
  const read = events.filter(({ action }) => action === 'variables_read');
  expect(read.map(({ detail }) => detail)).toMatchObject([{ names: 'A API_TOKEN', forAgent: 'A', taskId: task.id }]);
  expect(events.filter(({ action }) => action === 'project_variable_set')).toHaveLength(3);

  const all = await Promise.all((await db().listCollections()).map(async (one) => (await one.get()).docs));
  expect(JSON.stringify(all.flat().map((doc) => doc.data())) + logLines.join('')).not.toContain(value);
  const left = await store(owner, { name: 'API_TOKEN', value: null });
  expect(left.variables.map(({ name }) => name)).toEqual(['A']);
  expect((await stored.ref.get()).exists).toBe(false);
  await owner.client.call(routes.deleteProject, { params: { id: owner.projectId } });
  const rest = await secrets()
    .doc(`project-variable-${variableId(owner.projectId, 'A')}`)
    .get();
  expect(rest.exists, 'they go with their project').toBe(false);
});

test.each([
  'PATH',
  'home',
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'OPENCODE_CONFIG',
  'https_proxy',
  '1A',
  'A-B',
  'A'.repeat(41),
])('%s is no name for a value', async (name) => {
  const owner = await stack.newOwner();
  expect(await refusal(store(owner, { name, value: 'x' }))).toMatchObject({ code: 'invalid' });
});

test('a project has 50 values at most', async () => {
  const owner = await stack.newOwner();
  const variables = Array.from({ length: 50 }, (_, index) => ({ name: `N${index}`, isSecret: true, forAgent: false }));
  await projects().doc(owner.projectId).update({ variables });
  expect(await refusal(store(owner, { name: 'ONE_MORE', value: 'x' }))).toMatchObject({ code: 'invalid' });
  await store(owner, { name: 'N7', value: 'x' });
});

test('a setup command is approved once for its content, by the decision that is redeemed', async () => {
  const owner = await stack.newOwner();
  const patch = (setupCommand: string | null) =>
    owner.client.call(routes.patchProject, { params: { id: owner.projectId }, body: { setupCommand } });
  await patch('npm ci');
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const isApproved = async () => (await runner.claim()).settings?.isSetupApproved;
  const task = await runner.claim();
  const decide = async (verdict: 'approve' | 'reject', fields: Record<string, unknown> = {}) => {
    const setup = { type: 'approval_request', toolName: 'setup', toolParameters: { command: 'npm ci' } } as const;
    const item = request({ ...setup, ...fields });
    const claim = await runner.claim();
    const [hash = ''] = await runner.record(claim, item);
    const params = { id: item.id };
    if (verdict === 'approve') await owner.client.call(routes.approveTaskItem, { params, body: {}, ifMatch: null });
    else await owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' }, ifMatch: null });
    const body = { epoch: claim.epoch, hash, nonce: newNonce() };
    await runner.client.call(agentRoutes.release, { params: { taskId: task.id, itemId: item.id }, body });
  };
  await decide('reject');
  expect(await isApproved()).toBe(false);
  await decide('approve', { type: 'tool_call' });
  expect(await isApproved(), 'an agent asked').toBe(false);
  await decide('approve', { toolParameters: { command: 'npm install' } });
  expect(await isApproved(), 'another content').toBe(false);
  await decide('approve');
  expect(await isApproved()).toBe(true);
  await patch('npm ci ');
  expect(await isApproved(), 'changed since').toBe(false);
  await patch('npm ci');
  expect(await isApproved()).toBe(true);
  await patch(null);
  expect(await isApproved()).toBe(false);
});

test('a value that is replaced while it is read never comes with the marks of the former one', async () => {
  const owner = await stack.newOwner();
  const secret = { name: 'TOKEN', value: 'for the setup command alone', isSecret: true, forAgent: false };
  const open = { name: 'TOKEN', value: 'for the agent, too', isSecret: false, forAgent: true };
  await store(owner, secret);
  const task = await newTask(owner);
  const runner = await stack.newRunner(owner);
  const { epoch } = await runner.claim();
  let isOver = false;
  const read = async () => {
    const call = { params: { taskId: task.id }, body: { epoch } };
    while (!isOver) {
      const { variables } = await runner.client.call(agentRoutes.variables, call);
      expect([[secret], [open]]).toContainEqual(variables);
    }
  };
  const replace = async () => {
    for (let round = 0; round < 10; round += 1) {
      await store(owner, open);
      await store(owner, secret);
    }
  };
  await Promise.all([read(), read(), replace().finally(() => (isOver = true))]);
});
