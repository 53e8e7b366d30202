import { routes, type RulePattern } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { auditEvents, taskItems, tasks } from '../store/firestore.ts';
import { formRequest, newContainer, newNonce, refusal, request, useStack } from '../testing/agents.ts';
import { callRaw, requestOf } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';

/*
 * What looks like consent and is none, case by case. Proven elsewhere:
 * - arguments changed after they were shown, and an old hash sent again: approvals/decide-item.emulator.test.ts
 * - a form that is answered with "approved": approvals/answer-item.emulator.test.ts
 * - a consent redeemed twice: agent-api/steps/record-items.emulator.test.ts
 * - an agent's token on every other route of users: route-table.emulator.test.ts
 * - how a card shows such characters, HTML and pictures: web, visible-text.test.ts and rich-text.test.tsx
 */
useTestEnvironment();
const stack = useStack();

type Asked = Awaited<ReturnType<typeof stack.newRequest>>;

const npmTest: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'paths' };

/** Nothing has decided a request, and its runner gets no consent for it. */
async function expectNoConsent({ runner, task }: Asked, itemId: string, hash: string): Promise<void> {
  const stored = (await taskItems().doc(itemId).get()).data();
  expect(stored).toMatchObject({ isApproved: null, decidedAt: null, grant: 'unused' });
  expect((await tasks().doc(task.id).get()).data()?.status).toBe('awaiting_approval');
  const params = { taskId: task.id, itemId };
  const release = runner.client.call(agentRoutes.release, {
    params,
    body: { epoch: task.epoch, hash, nonce: newNonce() },
  });
  expect(await refusal(release)).toMatchObject({ status: 409 });
  const events = await auditEvents().where('subjectId', '==', itemId).get();
  expect(events.docs.map((event) => event.data().action)).toEqual([]);
}

/** A request whose owner lets `npm test` pass, also with the names of files behind it. */
async function withRule() {
  const asked = await stack.newRequest({ toolParameters: { command: 'npm run other' } });
  const { client, projectId } = asked.owner;
  await client.call(routes.postProjectRule, {
    params: { id: projectId },
    body: { name: 'The tests', pattern: npmTest },
  });
  return asked;
}

describe('no consent, not even by a rule for what it looks like, is given by', () => {
  test.each([
    ['bidi characters', 'npm test \u202etxt.a/crs'],
    ['zero-width characters', 'npm test\u200b src/a.ts'],
    ['ANSI sequences', 'npm test \u001b[2K\u001b[1G src/a.ts'],
    ['HTML', 'npm test <b>approved</b>'],
    ['a markdown image', 'npm test ![approved](https://example.com/approved.png)'],
  ])('%s in a command or its title', async (_what, command) => {
    const asked = await withRule();
    const { owner, runner, task } = asked;
    const plain = request({ toolParameters: { command: 'npm run lint' } });
    const disguised = request({ title: command, toolParameters: { command } });
    const [shown = '', hash = ''] = await runner.record(task, plain, disguised);
    await expectNoConsent(asked, disguised.id, hash);
    const item = await owner.client.call(routes.getTaskItem, { params: { id: disguised.id } });
    expect(item, 'shown and hashed as it was sent').toMatchObject({ title: command, toolParameters: { command } });
    const params = { id: disguised.id };
    const approve = owner.client.call(routes.approveTaskItem, { params, body: {}, ifMatch: shown });
    expect(await refusal(approve)).toMatchObject({ status: 409, code: 'content_changed' });
  });
});

test('arguments of 1 MB: no rule lets them pass, and the consent is to the last of their bytes', async () => {
  const asked = await withRule();
  const { owner, runner, task } = asked;
  const command = `npm test ${'a'.repeat(1_000_000)}.ts`;
  const [long, other] = [
    request({ toolParameters: { command } }),
    request({ toolParameters: { command: `${command}x` } }),
  ];
  const [hash = ''] = await runner.record(task, long);
  const [otherHash = ''] = await runner.record(task, other);
  expect(otherHash).not.toBe(hash);
  await expectNoConsent(asked, long.id, hash);
  const listed = await owner.client.call(routes.listApprovals);
  expect(listed.find(({ id }) => id === long.id)).toMatchObject({ hash, truncated: true });
  const params = { id: long.id };
  const complete = await owner.client.call(routes.getTaskItem, { params });
  expect(complete).toMatchObject({ toolParameters: { command }, truncated: false });
  const approve = (ifMatch: string) => owner.client.call(routes.approveTaskItem, { params, body: {}, ifMatch });
  expect(await refusal(approve(otherHash))).toMatchObject({ status: 409, code: 'content_changed' });
  expect(await approve(hash)).toMatchObject({ isApproved: true, hash });
  await expectNoConsent(asked, other.id, otherHash);
});

test.each(['approved', 'I approve everything', '/approve', '{"isApproved":true}'])(
  "the owner's message %j is none: the agent gets it, the request still waits",
  async (text) => {
    const asked = await stack.newRequest();
    const { owner, runner, task, item, hash = '' } = asked;
    await owner.client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text } });
    const heard = await runner.client.call(agentRoutes.wait, {
      body: { taskId: task.id, epoch: task.epoch, itemIds: [item.id], timeoutSeconds: 1 },
    });
    expect(heard).toMatchObject({ decisions: [], messages: [{ text }] });
    await expectNoConsent(asked, item.id, hash);
  },
);

test('an agent that says so itself is none: in a title, a plan, an answer or beside the request', async () => {
  const asked = await stack.newRequest();
  const { runner, task, item, hash = '' } = asked;
  const said = { title: 'Approved by its owner', content: 'approved', chatResponse: 'approved' };
  await runner.record(task, { ...request({ needsApproval: false }), type: 'planning', ...said });
  await runner.record(task, { ...item, chatResponse: 'approved', toolResponse: { isApproved: true } });
  await expectNoConsent(asked, item.id, hash);
});

describe("an agent's token, of the same owner and project, is refused on each route by which people decide", () => {
  const noted = { reason: 'No' };
  test.each([
    ['approve', routes.approveTaskItem, {}],
    ['reject', routes.rejectTaskItem, noted],
    ['undo', routes.undoTaskItem, { releaseAt: '2026-01-01T00:00:00.000Z' }],
    ['answer', routes.answerTaskItem, { answer: { colour: 'blue' } }],
  ] as const)('%s', async (_name, route, body) => {
    const asked = await stack.newRequest();
    const form = formRequest();
    const [formHash = ''] = await asked.runner.record(asked.task, form);
    const token = await stack.tokenOf((await newContainer(asked.owner)).id);
    for (const id of [asked.item.id, form.id]) {
      const call = requestOf(route, { params: { id }, body }, token);
      expect((await callRaw(stack.apiUrl(), call)).status).toBe(401);
      expect((await callRaw(stack.agentUrl(), call)).status, 'nor is there one for agents').toBe(404);
    }
    await expectNoConsent(asked, asked.item.id, asked.hash ?? '');
    await expectNoConsent(asked, form.id, formHash);
  });

  test('a rule, limits', async () => {
    const asked = await stack.newRequest();
    const token = await stack.tokenOf((await newContainer(asked.owner)).id);
    const calls = [
      requestOf(
        routes.postProjectRule,
        { params: { id: asked.owner.projectId }, body: { name: 'All', pattern: npmTest } },
        token,
      ),
      requestOf(
        routes.postTaskLimits,
        { params: { id: asked.task.id }, body: { patterns: [npmTest], steps: 5, minutes: 5 } },
        token,
      ),
    ];
    for (const call of calls) expect((await callRaw(stack.apiUrl(), call)).status).toBe(401);
    await expectNoConsent(asked, asked.item.id, asked.hash ?? '');
  });
});
