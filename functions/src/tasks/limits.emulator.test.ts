import { type Limits, type RulePattern, routes } from '@countersign/contract';
import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { auditEvents, outbox, taskItems, tasks } from '../store/firestore.ts';
import { inSeconds, newNonce, newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { isLong } from '../../../dev/testing/sample.ts';

useTestEnvironment();
const stack = useStack();

/** Calls in which 20 steps are sent: each writes the task, so they wait for each other. */
const CALLS = isLong ? 20 : 4;

const tests: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
const sources: RulePattern = { kind: 'file', act: 'edit', path: 'src/**' };
const some: Limits = { patterns: [tests, sources], steps: 3, minutes: 60, budget: null };
const command = (line: string, fields: Partial<RecordItem> = {}) =>
  request({ toolParameters: { command: line }, ...fields });
const edit = (path: string, newText = 'b', fields: Partial<RecordItem> = {}) =>
  request({ toolKind: 'edit', toolParameters: { path, oldText: 'a', newText }, ...fields });

async function begin() {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  return { owner, runner, task: await runner.claim() };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const ask = ({ client }: TestOwner, id: string, limits: Limits = some) =>
  client.call(routes.postTaskLimits, { params: { id }, body: limits });
const approve = ({ client }: TestOwner, { id, hash }: { id: string; hash: string | null }) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash ?? '' });
async function allow(owner: TestOwner, id: string, limits: Limits = some) {
  const card = await ask(owner, id, limits);
  await approve(owner, card);
  return card;
}
const read = ({ client }: TestOwner, id: string) => client.call(routes.getTaskItem, { params: { id } });
const stored = async (id: string) => (await tasks().doc(id).get()).data();
const limitsOf = async ({ client }: TestOwner, id: string) =>
  (await client.call(routes.getTask, { params: { id } })).limits;
/** Records a single step; returns whether it passed. */
async function passes({ owner, runner, task }: Begun, item: RecordItem): Promise<boolean> {
  await runner.record(task, item);
  return (await read(owner, item.id)).isApproved === true;
}

test('within the limits steps pass, beyond they ask; each is counted, shown and redeemed once', async () => {
  const begun = await begin();
  const { owner, runner, task } = begun;
  const card = await ask(owner, task.id);
  expect(card).toMatchObject({ type: 'approval_request', toolKind: 'limits', author: 'system', isApproved: null });
  expect(card.content).toBe(
    [
      'These steps pass without asking:',
      '- npm test, word for word',
      '- Creating and changing src/**',
      '',
      'At most 3 steps, within one hour of your approval.',
      'Commands among these run what the repository’s own files say, such as package.json. The agent can change those files.',
      'You are asked about everything else, unless one of your rules covers it.',
      'Neither covers publishing, anything that openly uses the network or secrets, or what cannot be judged. A command that runs the project’s own code may still do any of these; agents may read files without asking.',
    ].join('\n'),
  );
  // Not before it is approved, and not a question that is already open.
  const before = command('npm test');
  expect(await passes(begun, before)).toBe(false);
  expect(await approve(owner, card)).toMatchObject({ isApproved: true, grant: 'executed', releaseAt: null });
  expect(await read(owner, before.id)).toMatchObject({ isApproved: null });
  await approve(owner, await read(owner, before.id));

  const first = command('npm test');
  const [hash = ''] = await runner.record(task, first);
  expect(await read(owner, first.id)).toMatchObject({
    isApproved: true,
    grant: 'unused',
    hash,
    decidedByLimits: { itemId: card.id, step: 1, steps: 3 },
  });
  expect((await outbox().where('subjectId', '==', first.id).get()).empty).toBe(true);
  const release = (nonce: string) =>
    runner.client.call(agentRoutes.release, {
      params: { taskId: task.id, itemId: first.id },
      body: { epoch: task.epoch, hash, nonce },
    });
  await release(newNonce());
  expect(await refusal(release(newNonce()))).toMatchObject({ status: 409 });
  // Sent again, it is not counted again.
  await runner.record(task, first);
  expect(await limitsOf(owner, task.id)).toMatchObject({ itemId: card.id, steps: 3, stepsUsed: 1 });
  const events = (await auditEvents().where('subjectId', '==', first.id).get()).docs.map((event) => event.data());
  expect(events).toContainEqual(
    expect.objectContaining({
      actor: 'system',
      action: 'item_passed_within_limits',
      detail: { taskId: task.id, hash, limitsItemId: card.id, step: 1 },
    }),
  );

  const publish = request({ type: 'approval_request', toolKind: 'publish', toolParameters: {} });
  const outside = [command('npm test; rm -rf .'), command('npm run lint'), edit('package.json'), edit('../x'), publish];
  for (const item of outside) expect(await passes(begun, item), JSON.stringify(item.toolParameters)).toBe(false);
  expect(await passes(begun, edit('src/a.ts'))).toBe(true);

  const listed = await owner.client.call(routes.listDecisions, { query: { how: 'limits' } });
  expect(listed.map(({ limits, how }) => [how, limits?.itemId, limits?.step])).toEqual([
    ['limits', card.id, 2],
    ['limits', card.id, 1],
  ]);
  expect(await owner.client.call(routes.getDecisionSummary)).toMatchObject({ byLimits: 2, byRule: 0 });
});

test('used up, by steps or by time, the next step asks', async () => {
  const begun = await begin();
  const { owner, task } = begun;
  await allow(owner, task.id, { ...some, steps: 2 });
  // Of steps that come together, as many pass as are left.
  const [one, two, three] = [edit('src/a.ts'), edit('src/b.ts'), edit('src/c.ts')];
  await begun.runner.record(task, one, two, three);
  const decided = await Promise.all([one, two, three].map(async ({ id }) => (await read(owner, id)).isApproved));
  expect(decided).toEqual([true, true, null]);
  expect(await limitsOf(owner, task.id)).toMatchObject({ steps: 2, stepsUsed: 2 });
  expect(await stored(task.id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
  // New limits replace them and count from zero.
  const card = await allow(owner, task.id);
  expect(await limitsOf(owner, task.id)).toMatchObject({ itemId: card.id, stepsUsed: 0 });
  expect(await passes(begun, command('npm test'))).toBe(true);
  await tasks()
    .doc(task.id)
    .update({ 'limits.until': inSeconds(-1) });
  expect(await passes(begun, command('npm test'))).toBe(false);
});

test(
  `of 20 steps in ${CALLS} calls at the same time never more pass than the limits say`,
  { timeout: 120_000 },
  async () => {
    const { owner, runner, task } = await begin();
    await allow(owner, task.id, { ...some, steps: 7 });
    const items = Array.from({ length: 20 }, () => command('npm test'));
    const calls = Array.from({ length: CALLS }, (_, call) => items.filter((_item, index) => index % CALLS === call));
    await Promise.all(calls.map((own) => atLast(() => runner.record(task, ...own))));
    const found = await Promise.all(items.map(({ id }) => read(owner, id)));
    const passed = found.filter(({ isApproved }) => isApproved === true);
    const steps = passed.map(({ decidedByLimits }) => decidedByLimits?.step ?? 0);
    expect(steps.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await stored(task.id)).toMatchObject({ undecidedCount: 13, status: 'awaiting_approval' });
  },
);

test('revoked while steps come in: later steps are asked', async () => {
  const begun = await begin();
  const { owner, runner, task } = begun;
  const card = await allow(owner, task.id, { ...some, steps: 100 });
  const items = Array.from({ length: 6 }, () => command('npm test'));
  const recording = items.map((item) => atLast(() => runner.record(task, item)));
  const revoking = atLast(() => owner.client.call(routes.deleteTaskLimits, { params: { id: task.id } }));
  await Promise.all([...recording, revoking]);
  const found = await Promise.all(items.map(({ id }) => read(owner, id)));
  for (const { isApproved, decidedByLimits } of found) expect(isApproved).toBe(decidedByLimits ? true : null);
  const events = (await auditEvents().where('subjectId', '==', card.id).get()).docs.map((event) => event.data());
  const revoked = events.find(({ action }) => action === 'limits_revoked');
  expect(revoked?.detail.stepsUsed).toBe(found.filter(({ isApproved }) => isApproved === true).length);
  expect(await limitsOf(owner, task.id)).toBeNull();
  expect(await passes(begun, command('npm test'))).toBe(false);
  // Revoking again changes nothing.
  await owner.client.call(routes.deleteTaskLimits, { params: { id: task.id } });
});

test('the card changes no status, whatever its decision: before the task begins, at work and while it waits', async () => {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  await allow(owner, id);
  expect(await stored(id)).toMatchObject({ status: 'pending', undecidedCount: 0 });
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const begun = { owner, runner, task };
  expect(await passes(begun, command('npm test'))).toBe(true);
  const reject = (itemId: string, body: { reason: string; stop?: boolean } = { reason: 'No' }) =>
    owner.client.call(routes.rejectTaskItem, { params: { id: itemId }, body, ifMatch: null });
  await reject((await ask(owner, id)).id);
  expect(await stored(id)).toMatchObject({ status: 'running', undecidedCount: 0, rejectedSincePark: 0 });
  const waits = command('npm run lint');
  await runner.record(task, waits);
  await reject((await ask(owner, id)).id);
  const open = await ask(owner, id);
  expect(await stored(id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1, rejectedSincePark: 0 });
  // A held decision, and its undoing, count only the agent's own questions.
  const hold = { seconds: 10, key: 'k'.repeat(21) };
  const held = await owner.client.call(routes.approveTaskItem, {
    params: { id: waits.id },
    body: { hold },
    ifMatch: null,
  });
  expect(await stored(id)).toMatchObject({ status: 'approved', undecidedCount: 0 });
  const undo = { params: { id: waits.id }, body: { releaseAt: held.releaseAt ?? '' } };
  await owner.client.call(routes.undoTaskItem, undo);
  expect(await stored(id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
  // The card itself is never held: steps that passed could not be undone.
  const approved = await owner.client.call(routes.approveTaskItem, {
    params: { id: open.id },
    body: { hold },
    ifMatch: null,
  });
  expect(approved).toMatchObject({ isApproved: true, releaseAt: null, grant: 'executed' });
  expect(await stored(id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
  // Stop rejects the agent's questions, and leaves an open card alone.
  const last = await ask(owner, id);
  await owner.client.call(routes.postTaskStop, { params: { id } });
  expect(await read(owner, waits.id)).toMatchObject({ isApproved: false });
  expect(await read(owner, last.id)).toMatchObject({ isApproved: null });
  expect(await stored(id)).toMatchObject({ status: 'rejected', undecidedCount: 0 });
  // After Stop nothing passes by itself.
  const later = command('npm test');
  await runner.record(task, later);
  expect(await read(owner, later.id)).toMatchObject({ isApproved: null });
  await reject(last.id, { reason: 'Enough', stop: true });
  expect(await read(owner, later.id)).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
  expect(await stored(id)).toMatchObject({ status: 'rejected', undecidedCount: 0 });
});

test('with the end of the task its limits end, and an open card is closed', async () => {
  const { owner, runner, task } = await begin();
  await allow(owner, task.id);
  const open = await ask(owner, task.id);
  await runner.client.call(agentRoutes.finish, {
    params: { taskId: task.id },
    body: {
      epoch: task.epoch,
      status: 'completed',
      item: request({ type: 'completion', title: 'Done', needsApproval: false }),
    },
  });
  expect(await limitsOf(owner, task.id)).toBeNull();
  expect(await read(owner, open.id)).toMatchObject({ isApproved: false, grant: 'told', isClosed: true });
  expect(await refusal(approve(owner, open))).toMatchObject({ status: 409 });
  expect(await refusal(ask(owner, task.id))).toMatchObject({ status: 409 });
});

test('of two cards the later one replaces the earlier; what is approved is what was shown', async () => {
  const { owner, task } = await begin();
  const first = await ask(owner, task.id);
  const second = await ask(owner, task.id, { ...some, steps: 4 });
  expect(await read(owner, first.id)).toMatchObject({ isApproved: false, replacedBy: second.id });
  expect(await refusal(approve(owner, first))).toMatchObject({ code: 'content_changed' });
  expect(await refusal(approve(owner, { id: second.id, hash: first.hash }))).toMatchObject({ code: 'content_changed' });
  expect(await limitsOf(owner, task.id)).toBeNull();
  await approve(owner, second);
  expect(await limitsOf(owner, task.id)).toMatchObject({ itemId: second.id, steps: 4 });
});

test('an agent can ask for no limits, nor under their name', async () => {
  const { owner, runner, task } = await begin();
  const item = request({ type: 'approval_request', toolKind: 'limits', toolParameters: some });
  expect(await refusal(runner.record(task, item))).toMatchObject({ status: 400 });
  expect((await taskItems().doc(item.id).get()).exists).toBe(false);
  expect(await limitsOf(owner, task.id)).toBeNull();
});

test('only its owner asks, decides and revokes; limits cover nothing that rules may not', async () => {
  const { owner, task } = await begin();
  const card = await allow(owner, task.id);
  const stranger = await stack.newOwner();
  const params = { id: task.id };
  const calls = [
    () => ask(stranger, task.id),
    () => stranger.client.call(routes.deleteTaskLimits, { params }),
    () => stranger.client.call(routes.getLimitsProposal, { params }),
    () => approve(stranger, card),
  ];
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404 });
  expect(await limitsOf(owner, task.id)).toMatchObject({ stepsUsed: 0 });
  for (const words of [['rm', 'a'], ['curl', 'x'], ['sh', '-c', 'ls'], ['git', 'push'], ['npm']]) {
    const patterns: RulePattern[] = [tests, { kind: 'command', words, rest: 'none' }];
    expect(await refusal(ask(owner, task.id, { ...some, patterns }))).toMatchObject({ status: 400 });
  }
  const decides: RulePattern[] = [tests, { kind: 'file', act: 'edit', path: 'package.json' }];
  expect(await refusal(ask(owner, task.id, { ...some, patterns: decides }))).toMatchObject({ status: 400 });
  // In dollars only where the model has a price.
  const budget = { amount: 2, unit: 'usd' } as const;
  expect(await refusal(ask(owner, task.id, { ...some, budget }))).toMatchObject({ status: 400 });
  const own = await owner.client.call(routes.postProjectTask, {
    params: { id: owner.projectId },
    body: { title: 'By hand', status: 'running' },
  });
  expect(await refusal(ask(owner, own.id))).toMatchObject({ status: 409 });
});

test('the budget is part of them, and a step that a rule covers uses none of them up', async () => {
  const begun = await begin();
  const { owner, task } = begun;
  await allow(owner, task.id, { ...some, budget: { amount: 5_000, unit: 'tokens' } });
  expect((await stored(task.id))?.budget).toEqual({ amount: 5_000, unit: 'tokens' });
  await allow(owner, task.id);
  expect((await stored(task.id))?.budget).toEqual({ amount: 5_000, unit: 'tokens' });
  const body = { name: 'The tests', pattern: tests };
  await owner.client.call(routes.postProjectRule, { params: { id: owner.projectId }, body });
  const item = command('npm test');
  expect(await passes(begun, item)).toBe(true);
  expect(await read(owner, item.id)).toMatchObject({ decidedByRule: { name: 'The tests' } });
  expect(await limitsOf(owner, task.id)).toMatchObject({ stepsUsed: 0 });
});

test('what was approved beyond the budget stays, unless the limits set a new one; none is proposed', async () => {
  const { owner, task } = await begin();
  const budget = { amount: 5_000, unit: 'tokens' } as const;
  await tasks().doc(task.id).update({ budget, granted: 5_000 });
  const proposal = await owner.client.call(routes.getLimitsProposal, { params: { id: task.id } });
  expect(proposal.limits.budget).toBeNull();
  const cards = [
    { named: null, after: { budget, granted: 5_000 } },
    { named: budget, after: { budget, granted: 5_000 } },
    { named: { ...budget, amount: 6_000 }, after: { budget: { ...budget, amount: 6_000 }, granted: 0 } },
  ];
  for (const { named, after } of cards) {
    await allow(owner, task.id, { ...some, budget: named });
    expect(await stored(task.id)).toMatchObject(after);
  }
});

test('a proposal covers what the latest requests needed, and nothing that was rejected', async () => {
  const { owner, runner, task } = await begin();
  const rejected = edit('docs/a.md');
  const asked = [
    ...[command('npm test'), command('npm test'), command('npm run lint')],
    ...[edit('src/a.ts'), edit('src/b.ts'), edit('docs/b.md'), rejected],
    ...[command('curl example.com'), edit('package.json')],
    // No rule can name it.
    edit('docs/my file.md'),
  ];
  await runner.record(task, ...asked);
  // Nor these by themselves: one takes another's place, and one is too long for a list.
  const replaced = edit('lib/a.md');
  await runner.record(task, replaced, edit('lib/c.md'), edit('lib/d.md'), edit('long/b.md'), edit('long/c.md'));
  const replacing = edit('lib/b.md', 'b', { replaces: replaced.id });
  const long = edit('long/a.md', 'x'.repeat(30_000));
  await runner.record(task, replacing, long);
  for (const { id } of [rejected, replacing, long])
    await owner.client.call(routes.rejectTaskItem, { params: { id }, body: { reason: 'Not this' }, ifMatch: null });
  const proposal = await owner.client.call(routes.getLimitsProposal, { params: { id: task.id } });
  expect(proposal.limits.patterns).toEqual(
    expect.arrayContaining([
      tests,
      { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' },
      { kind: 'file', act: 'edit', path: 'src/*' },
      ...['docs/b.md', 'lib/a.md', 'lib/c.md', 'lib/d.md', 'long/b.md', 'long/c.md'].map((path) => ({
        ...{ kind: 'file', act: 'edit', path },
      })),
    ]),
  );
  expect(proposal.limits.patterns).toHaveLength(9);
  expect(proposal).toMatchObject({ of: 15, matched: 11, limits: { steps: 30, minutes: 60, budget: null } });
  // Proposed limits may be asked for.
  expect(await ask(owner, task.id, proposal.limits)).toMatchObject({ isApproved: null });
});
