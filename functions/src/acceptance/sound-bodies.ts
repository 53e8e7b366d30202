import {
  agentKinds,
  deviceRoles,
  grantOutcomes,
  initialTaskStatuses,
  LIMIT_MINUTES_MAX,
  LIMIT_STEPS_MAX,
  RULE_DAYS_MAX,
  taskItemTypes,
  toolKinds,
  type routes,
} from '@countersign/contract';
import { exitReasons, type agentRoutes } from '@countersign/contract/agent';
import fc from 'fast-check';
import { testSubscription } from '../testing/subscription.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

const soundSubscription = {
  endpoint: fc.constant(testSubscription().endpoint),
  keys: fc.constant(testSubscription().keys),
};

const pattern = fc.oneof(
  fc.record({
    kind: fc.constant('command'),
    words: fc.constantFrom(['npm', 'test'], ['cat'], ['rm', 'a']),
    rest: fc.constantFrom('none', 'paths'),
  }),
  fc.record({
    kind: fc.constant('file'),
    act: fc.constantFrom('read', 'edit'),
    path: fc.constantFrom('**', 'src/*.ts'),
  }),
);

/**
 * Sound bodies of every route that takes one, with `{names}` for a lane's own ids (see bad-input-lane.ts). Some are
 * deliberately not quite sound, so that a run does not destroy what it runs on.
 */
export const soundBodies: Partial<Record<keyof typeof routes | keyof typeof agentRoutes, fc.Arbitrary<object>>> = {
  postProject: fc.record({ name: text(100), description: text(5_000), status: text(40), autoCreateContainers: no() }),
  patchProject: fc.record({
    name: text(100),
    agent: maybe(fc.constantFrom(...agentKinds)),
    baseBranch: maybe(fc.constantFrom('main', 'release/1.x')),
    folder: maybe(fc.constantFrom('packages/app', 'a b')),
    instructions: maybe(text(10_000)),
    setupCommand: maybe(text(4_000)),
    model: maybe(fc.constant('none of this deployment')),
  }),
  putProjectVariable: fc.record({
    name: fc.constantFrom('A', 'B', 'C_1', 'HOME'),
    value: maybe(text(8_000)),
    isSecret: fc.boolean(),
    forAgent: fc.boolean(),
  }),
  variables: fc.record({ epoch: epoch() }),
  postProjectRepository: fc.record({ owner: fc.constant('acme'), url: repositoryUrl(), projectId: own('projects') }),
  postProjectTask: fc.record({
    title: text(200),
    description: maybe(text(20_000)),
    priority: fc.double({ min: 0, max: 10, noNaN: true }),
    status: fc.constantFrom(...initialTaskStatuses),
    parentId: maybe(own('tasks')),
    containerId: maybe(own('containers')),
    budget: maybe(budget()),
  }),
  // Not an allowed tag: a run creates no containers of its own.
  postProjectContainer: fc.record({ imageTag: fc.constant('old'), name: maybe(text(100)), projectId: own('projects') }),
  postRepository: fc.record({
    name: fc.constant('x'),
    owner: fc.constant('acme'),
    url: repositoryUrl(),
    projectId: maybe(own('projects')),
  }),
  putRepository: fc.record({ projectId: maybe(own('projects')) }),
  putRepositoryAuth: fc.record({
    githubToken: fc.constantFrom('', null, `ghp_${'a'.repeat(36)}`),
    isPrivate: fc.boolean(),
  }),
  patchTask: fc.record({
    title: text(200),
    priority: fc.integer({ min: 0, max: 10 }),
    parentId: maybe(own('tasks')),
    budget: maybe(budget()),
    model: maybe(fc.constant('none of this deployment')),
  }),
  postTaskMessage: fc.record({ text: text(10_000) }),
  approveTaskItem: fc.oneof(fc.constant({}), fc.record({ edits: fc.record({ title: text(200), body: text(20_000) }) })),
  rejectTaskItem: fc.record({ reason: text(2_000) }),
  undoTaskItem: fc.record({
    releaseAt: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString()),
  }),
  postProjectRule: fc.record(
    { name: text(100), pattern, expiresInDays: fc.integer({ min: 1, max: RULE_DAYS_MAX }) },
    { requiredKeys: ['name', 'pattern'] },
  ),
  postRulePreview: fc.record({ pattern }),
  patchRule: fc.record(
    { name: text(100), pattern, expiresInDays: fc.integer({ min: 1, max: RULE_DAYS_MAX }) },
    { requiredKeys: ['name'] },
  ),
  postTaskLimits: fc.record(
    {
      patterns: fc.array(pattern, { minLength: 1, maxLength: 3 }),
      steps: fc.integer({ min: 1, max: LIMIT_STEPS_MAX }),
      minutes: fc.integer({ min: 1, max: LIMIT_MINUTES_MAX }),
      budget: maybe(budget()),
    },
    { requiredKeys: ['patterns', 'steps', 'minutes'] },
  ),
  postDevice: fc.record({
    label: text(100),
    ...soundSubscription,
    vapidKey: fc.constant(TEST_VAPID_KEY.publicKey),
  }),
  patchDevice: fc.record(
    {
      label: text(100),
      role: fc.constantFrom(...deviceRoles),
      details: fc.boolean(),
      quietHours: maybe(fc.constant({ from: '22:00', to: '07:00', timeZone: 'UTC' })),
    },
    { requiredKeys: ['label'] },
  ),
  putCountersignature: fc.record({ name: maybe(text(100)), withEmail: fc.boolean() }),
  postWebhook: fc.record({ label: text(100), url: soundSubscription.endpoint }),
  postPushReceipt: fc.record({ push: own('new'), outcome: fc.constantFrom('shown', 'opened') }),
  answerTaskItem: fc.record({ answer: fc.constantFrom({}, { colour: 'blue' }) }),
  exchange: fc.record({ code: own('code'), nonce: text(200, 16) }),
  claim: fc.constant({}),
  credentials: fc.constant({}),
  heartbeat: fc.record({ taskId: own('task'), epoch: epoch(), usage: usage() }),
  wait: fc.record({
    taskId: own('task'),
    epoch: epoch(),
    itemIds: fc.array(own('items', 'known', 'new'), { maxLength: 31 }),
    forWork: fc.boolean(),
    timeoutSeconds: fc.constant(0),
  }),
  putItems: fc.record({ epoch: epoch(), items: items() }),
  release: fc.record({ epoch: epoch(), hash: own('hash'), nonce: text(200, 16) }),
  executed: fc.record({
    epoch: epoch(),
    outcome: fc.constantFrom(...grantOutcomes),
    toolResponse: fc.jsonValue(),
  }),
  evidence: fc.record({ epoch: epoch(), commit: fc.constant('a'.repeat(40)) }),
  finish: fc.record({
    epoch: epoch(),
    status: fc.constantFrom('completed', 'failed'),
    item: item().map((step) => ({ ...step, type: 'completion', needsApproval: false })),
    branch: maybe(text(300)),
    commit: maybe(fc.constant('a'.repeat(40))),
    pullRequestUrl: maybe(fc.constant('https://github.com/acme/x/pull/1')),
    gone: fc.array(fc.record({ commit: fc.constant('a'.repeat(40)), text: text(1_000) }), { maxLength: 2 }),
  }),
  acknowledge: fc.record({
    epoch: epoch(),
    messageIds: fc.array(own('message', 'new', 'known'), { maxLength: 101 }),
    stop: fc.boolean(),
    stoppedAt: maybe(fc.constantFrom('2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z')),
  }),
  checkpointUpload: fc.record({
    epoch: epoch(),
    size: fc.constantFrom(1, 512 * 1024 * 1024, 512 * 1024 * 1024 + 1),
    sha256: fc.constant('a'.repeat(64)),
  }),
  checkpointCommit: fc.record({ epoch: epoch(), object: own('object'), size: fc.constant(5), sha256: own('sha256') }),
  setupResultFind: fc.record({ key: fc.constant('b'.repeat(64)) }),
  setupResultUpload: fc.record({
    size: fc.constantFrom(1, 512 * 1024 * 1024, 512 * 1024 * 1024 + 1),
    sha256: fc.constant('a'.repeat(64)),
  }),
  setupResultCommit: fc.record({
    object: own('setup', 'object'),
    size: fc.constant(5),
    sha256: own('sha256'),
    key: fc.constant('b'.repeat(64)),
  }),
  logs: fc.record({ seq: fc.nat(1_000_000), text: text(64 * 1024) }),
  exit: fc.record({
    reason: fc.constantFrom(...exitReasons),
    message: text(2_000),
    taskId: own('task'),
    epoch: epoch(),
    usage: usage(),
  }),
};

/** One of a lane's ids; `new` is a different one each time, `a` and `b` stay the same within a body. */
function own(...names: string[]) {
  return fc.constantFrom(...names.map((name) => `{${name}}`));
}

function epoch() {
  return fc.constant('{epoch}');
}

function maybe<T>(value: fc.Arbitrary<T>) {
  return fc.option(value, { nil: null });
}

function no() {
  return fc.constant(false);
}

function budget() {
  return fc.record({ amount: fc.integer({ min: 1, max: 1_000_000 }), unit: fc.constantFrom('tokens', 'usd') });
}

function usage() {
  const sums = { inputTokens: fc.nat(1_000), outputTokens: fc.nat(1_000) };
  const models = fc.array(fc.record({ model: text(200), ...sums, cachedTokens: fc.nat(1_000) }), { maxLength: 22 });
  const tasks = fc.array(fc.record({ taskId: own('task', 'new'), models }), { maxLength: 3 });
  return fc.record({ ...sums, models, tasks }, { requiredKeys: ['inputTokens', 'outputTokens'] });
}

/** Mostly short; rarely as long as allowed, or one character longer. */
function text(max: number, min = 1): fc.Arbitrary<string> {
  const lengths = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(max, max + 1) },
  );
  return fc
    .tuple(lengths, fc.constantFrom('x', 'x', 'é', '\n', 'eyJ-'))
    .map(([length, one]) => one.repeat(length).slice(0, length));
}

function repositoryUrl() {
  return fc.constantFrom(
    'https://github.com/acme/x',
    'github.com/Acme/X',
    'HTTPS://GitHub.com/acme/x.git',
    'git@github.com:acme/x',
  );
}

/** A few steps, or as many as one call accepts and one more; in some of them parents form a cycle. */
function items() {
  const many = fc.constantFrom(50, 51).map((count) => Array.from({ length: count }, () => step('{new}')));
  const chain = fc
    .constantFrom(49, 50)
    .map((count) => Array.from({ length: count }, (_, index) => step(`{n${index}}`, `{n${index - 1}}`)));
  return fc.oneof(
    { weight: 12, arbitrary: fc.array(item(), { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: many },
    { weight: 1, arbitrary: chain.map(([first, ...others]) => [{ ...first, parentId: null }, ...others]) },
    { weight: 1, arbitrary: fc.constant([step('{a}', '{b}'), step('{b}', '{a}')]) },
  );
}

function step(id: string, parentId: string | null = null) {
  return { id, parentId, type: 'planning', title: 'A' };
}

function item() {
  const often = { id: own('new', 'a', 'b', 'known'), type: fc.constantFrom(...taskItemTypes), title: text(500) };
  return fc.record(
    {
      ...often,
      parentId: maybe(own('a', 'known', 'known', 'known')),
      content: maybe(text(400_000)),
      toolName: maybe(text(200)),
      toolKind: maybe(fc.constantFrom(...toolKinds)),
      toolParameters: fc.jsonValue({ maxDepth: 6 }),
      toolResponse: fc.jsonValue(),
      chatResponse: maybe(text(400_000)),
      filePath: maybe(text(4_096)),
      fileContent: maybe(text(800_000)),
      fileContentPiece: fc.record({ at: fc.constantFrom(0, 0, 0, 0, 1, 2 ** 31), text: text(800_000) }),
      needsApproval: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
      enforcement: fc.constantFrom('enforced', 'honoured', null),
      reference: maybe(text(500)),
    },
    { requiredKeys: ['id', 'type', 'title'] },
  );
}
