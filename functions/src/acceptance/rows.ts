import { routes, type Client, type RulePattern } from '@countersign/contract';
import { newTestPush, testSubscription } from '../testing/subscription.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';
import type { Arguments } from '../testing/call.ts';

export type RouteName = keyof typeof routes;

/** What a row works with: an owner who has nothing yet. */
export interface World {
  client: Client;
  /** A container of the project, running or paused. */
  newContainer(projectId: string, status: 'running' | 'paused'): Promise<string>;
  /** The project's next task, claimed by the runner of a new container. */
  claimTask(projectId: string): Promise<string>;
  /** An approved and executed publish request of a project, with its pull request. */
  newPublication(projectId: string): Promise<string>;
  /** An agent's elicitation in a project: a form with one field, `colour`. */
  newForm(projectId: string): Promise<string>;
}

export interface Row {
  /** Creates what the route needs and returns a call that succeeds. */
  valid(world: World): Promise<Arguments>;
  /** A body that is wrong in more than one way, and the paths of all its issues. */
  invalid?: { body: Record<string, unknown>; issues: string[] };
  /** Fields that only the server sets. */
  forbidden?: string[];
}

const nothing = async (): Promise<Arguments> => ({});

const project = async ({ client }: World) => (await client.call(routes.postProject, { body: { name: 'Project' } })).id;

async function task(world: World, fields: { status?: 'awaiting_approval' | 'completed' | 'running' } = {}) {
  const id = await project(world);
  return (await world.client.call(routes.postProjectTask, { params: { id }, body: { title: 'Task', ...fields } })).id;
}

async function item(world: World) {
  await task(world, { status: 'awaiting_approval' });
  const [approval] = await world.client.call(routes.listApprovals);
  return approval?.id ?? '';
}

async function repository({ client }: World) {
  const body = { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello' };
  return (await client.call(routes.postRepository, { body })).id;
}

async function container(world: World, status: 'running' | 'paused' = 'running') {
  return world.newContainer(await project(world), status);
}

const testsPattern: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };

async function rule(world: World) {
  const params = { id: await project(world) };
  const body = { name: 'The tests', pattern: testsPattern };
  return (await world.client.call(routes.postProjectRule, { params, body })).id;
}

const subscription = () => ({ label: 'A browser', ...testSubscription(), vapidKey: TEST_VAPID_KEY.publicKey });

async function device({ client }: World) {
  return (await client.call(routes.postDevice, { body: subscription() })).id;
}

/** For a row whose path needs the id of one thing. */
const of = (make: (world: World) => Promise<string>, body?: Record<string, unknown>) => async (world: World) => ({
  params: { id: await make(world) },
  ...(body ? { body } : {}),
});

const times = ['createdAt', 'updatedAt'];

/** One row per route of the contract; a route without a row does not compile, and fails the test. */
export const rows: Record<RouteName, Row> = {
  getHealth: { valid: nothing },
  getConfig: { valid: nothing },
  getOpenApi: { valid: nothing },
  getEvidenceKeys: { valid: nothing },
  getCountersignature: { valid: nothing },
  putCountersignature: {
    valid: async () => ({ body: { name: 'Ada L.', withEmail: false } }),
    invalid: { body: { name: 'Ada <ada@example.com>', withEmail: 'no' }, issues: ['name', 'withEmail'] },
    forbidden: ['id', 'userId', 'email', 'countersignedBy'],
  },
  getDashboardStats: { valid: nothing },
  listProjects: { valid: nothing },
  postProject: {
    valid: async () => ({ body: { name: 'A', description: 'B', status: 'active' } }),
    invalid: {
      body: { name: ' ', description: 5, status: '', autoCreateContainers: 'yes', agent: 'nobody', model: 5 },
      issues: ['agent', 'autoCreateContainers', 'description', 'model', 'name', 'status'],
    },
    forbidden: ['id', 'userId', 'taskCount', ...times],
  },
  getProject: { valid: of(project) },
  getProjectUsage: { valid: of(project) },
  patchProject: {
    valid: of(project, { autoCreateContainers: true }),
    invalid: {
      body: {
        name: '',
        autoCreateContainers: 1,
        baseBranch: '-x',
        folder: '../x',
        instructions: ' ',
        setupCommand: '',
      },
      issues: ['autoCreateContainers', 'baseBranch', 'folder', 'instructions', 'name', 'setupCommand'],
    },
    forbidden: ['id', 'userId', 'repositories', 'setupApproved', 'variables', ...times],
  },
  putProjectVariable: {
    valid: of(project, { name: 'API_TOKEN', value: 'a value' }),
    invalid: {
      body: { name: 'PATH', value: '', isSecret: 'no', forAgent: 1 },
      issues: ['forAgent', 'isSecret', 'name', 'value'],
    },
    forbidden: ['id', 'userId', 'projectId'],
  },
  listProjectRules: { valid: of(project) },
  postProjectRule: {
    valid: of(project, { name: 'The tests', pattern: testsPattern }),
    invalid: {
      body: { name: ' ', pattern: { kind: 'command', words: ['a;b'], rest: 'all' }, expiresInDays: 0 },
      issues: ['expiresInDays', 'name', 'pattern.rest', 'pattern.words.0'],
    },
    forbidden: ['id', 'userId', 'projectId', 'version', 'timesUsed', 'lastUsedAt', 'expiresAt', 'createdAt'],
  },
  postRulePreview: {
    valid: of(project, { pattern: testsPattern }),
    invalid: {
      body: { pattern: { kind: 'file', act: 'delete', path: '../x' } },
      issues: ['pattern.act', 'pattern.path'],
    },
    forbidden: ['name', 'projectId'],
  },
  patchRule: {
    valid: of(rule, { expiresInDays: 7 }),
    invalid: { body: { name: '', expiresInDays: 366 }, issues: ['expiresInDays', 'name'] },
    forbidden: ['id', 'userId', 'projectId', 'version', 'timesUsed', 'lastUsedAt', 'expiresAt', 'createdAt'],
  },
  deleteRule: { valid: of(rule) },
  getLimitsProposal: { valid: of(task) },
  postTaskLimits: {
    valid: of(task, { patterns: [testsPattern], steps: 30, minutes: 60 }),
    invalid: {
      body: { patterns: [], steps: 0, minutes: 1_441, budget: { amount: 0, unit: 'coins' } },
      issues: ['budget.amount', 'budget.unit', 'minutes', 'patterns', 'steps'],
    },
    forbidden: ['id', 'itemId', 'taskId', 'userId', 'stepsUsed', 'until', 'isApproved'],
  },
  deleteTaskLimits: { valid: of(task) },
  getRuleProposals: { valid: of(item) },
  deleteProject: { valid: of(project) },
  listProjectRepositories: { valid: of(project) },
  postProjectRepository: {
    valid: of(project, { owner: 'acme', url: 'https://github.com/acme/hello' }),
    invalid: { body: { owner: ' ', url: 'ftp://example.com', isPrivate: 0 }, issues: ['isPrivate', 'owner', 'url'] },
    forbidden: ['id', 'userId', 'createdAt', 'lastUpdated', 'hasToken'],
  },
  listProjectTasks: { valid: of(project) },
  postProjectTask: {
    valid: of(project, { title: 'Task', priority: 7.5, status: 'pending' }),
    invalid: {
      body: {
        title: '',
        status: 'failed',
        priority: 10.1,
        parentId: 7,
        budget: { amount: 1.5, unit: 'tokens' },
        model: 5,
      },
      issues: ['budget.amount', 'model', 'parentId', 'priority', 'status', 'title'],
    },
    forbidden: ['id', 'userId', 'completedAt', 'epoch', 'usage', 'granted', ...times],
  },
  listProjectContainers: { valid: of(project) },
  postProjectContainer: {
    valid: of(project, {}),
    invalid: { body: { name: '', imageTag: 'not a tag' }, issues: ['imageTag', 'name'] },
    forbidden: ['id', 'jwtToken', 'status', 'exitCode', ...times],
  },
  listRepositories: { valid: nothing },
  postRepository: {
    valid: async () => ({ body: { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello' } }),
    invalid: { body: { name: '', owner: 'not an owner', url: 'x' }, issues: ['name', 'owner', 'url'] },
    forbidden: ['id', 'userId', 'createdAt', 'lastUpdated', 'githubToken'],
  },
  putRepository: {
    valid: async (world) => ({ params: { id: await repository(world) }, body: { projectId: await project(world) } }),
    invalid: { body: { projectId: '../x' }, issues: ['projectId'] },
    forbidden: ['id', 'userId', 'name', 'createdAt'],
  },
  deleteRepository: { valid: of(repository) },
  putRepositoryAuth: {
    valid: of(repository, { githubToken: `ghp_${'a1B2'.repeat(9)}`, isPrivate: true }),
    invalid: { body: { githubToken: 'password', isPrivate: 'no' }, issues: ['githubToken', 'isPrivate'] },
    forbidden: ['id', 'userId', 'hasToken', 'createdAt'],
  },
  listTasks: { valid: nothing },
  getTask: { valid: of(task) },
  patchTask: {
    valid: async (world) => ({
      params: { id: await task(world, { status: 'completed' }) },
      body: { status: 'pending' },
    }),
    invalid: {
      body: { title: '', priority: -1, status: 'done', budget: { amount: 0, unit: 'coins' }, model: ' ' },
      issues: ['budget.amount', 'budget.unit', 'model', 'priority', 'status', 'title'],
    },
    forbidden: ['id', 'usage', 'granted', 'projectId', 'userId', 'completedAt', ...times],
  },
  deleteTask: { valid: of(task) },
  getTaskResult: { valid: of(task) },
  listTaskItems: { valid: of(task) },
  postTaskMessage: {
    valid: of(task, { text: 'Use tabs' }),
    invalid: { body: { text: ' ' }, issues: ['text'] },
    forbidden: ['id', 'author', 'createdAt', 'isApproved'],
  },
  // Stop needs an agent at work.
  postTaskStop: {
    valid: of(async (world) => {
      const id = await project(world);
      await world.client.call(routes.postProjectTask, { params: { id }, body: { title: 'Task' } });
      return world.claimTask(id);
    }),
  },
  listApprovals: { valid: nothing },
  listDecisions: { valid: nothing },
  getDecisionSummary: { valid: nothing },
  getRejectionReasons: { valid: nothing },
  getTaskItem: { valid: of(item) },
  getTaskItemPrecedent: { valid: of(item) },
  approveTaskItem: {
    valid: of(item, {}),
    invalid: {
      body: { edits: { title: '', body: 3 }, hold: { seconds: 11, key: '../x' } },
      issues: ['edits.body', 'edits.title', 'hold.key', 'hold.seconds'],
    },
    forbidden: ['id', 'isApproved', 'decidedAt', 'hash'],
  },
  rejectTaskItem: {
    valid: of(item, { reason: 'Not this way', stop: true, noOtherWay: true }),
    invalid: { body: { reason: '  ', stop: 1, noOtherWay: 'no' }, issues: ['noOtherWay', 'reason', 'stop'] },
    forbidden: ['id', 'isApproved', 'decidedAt', 'hash'],
  },
  listHeldDecisions: { valid: nothing },
  undoTaskItem: {
    valid: async (world) => {
      const id = await item(world);
      const hold = { seconds: 10, key: 'decision' };
      const { releaseAt } = await world.client.call(routes.approveTaskItem, {
        params: { id },
        body: { hold },
        ifMatch: null,
      });
      return { params: { id }, body: { releaseAt } };
    },
    invalid: { body: { releaseAt: 5 }, issues: ['releaseAt'] },
    forbidden: ['id', 'isApproved', 'decidedAt', 'hash'],
  },
  answerTaskItem: {
    valid: of(async (world) => world.newForm(await project(world)), { answer: { colour: 'blue' } }),
    invalid: { body: { answer: { colour: null, size: {} } }, issues: ['answer.colour', 'answer.size'] },
    forbidden: ['id', 'isApproved', 'decidedAt', 'hash'],
  },
  postTaskItemPullRequest: { valid: of(async (world) => world.newPublication(await project(world))) },
  postTaskItemEvidence: { valid: of(async (world) => world.newPublication(await project(world))) },
  listContainers: { valid: nothing },
  getContainer: { valid: of(container) },
  deleteContainer: { valid: of(container) },
  getContainerLiveStatus: { valid: of(container) },
  getContainerLogs: { valid: of(container) },
  pauseContainer: { valid: of(container) },
  resumeContainer: { valid: of((world) => container(world, 'paused')) },
  listDevices: { valid: nothing },
  postDevice: {
    valid: async () => ({ body: subscription() }),
    invalid: {
      body: { label: ' ', endpoint: 'here', keys: { p256dh: 'x', auth: 3 }, vapidKey: 'y' },
      issues: ['endpoint', 'keys.auth', 'keys.p256dh', 'label', 'vapidKey'],
    },
    forbidden: ['id', 'userId', 'role', 'host', 'lastOutcome', ...times],
  },
  patchDevice: {
    valid: of(device, { details: true, quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } }),
    invalid: {
      body: { label: '', role: 'third', details: 1, quietHours: { from: '24:00', to: '7', timeZone: 'Mars' } },
      issues: ['details', 'label', 'quietHours.from', 'quietHours.timeZone', 'quietHours.to', 'role'],
    },
    forbidden: ['id', 'userId', 'endpoint', 'keys', 'lastOutcome', ...times],
  },
  deleteDevice: { valid: of(device) },
  postDeviceTest: { valid: of(device) },
  postWebhook: {
    valid: async () => ({ body: { label: 'ntfy', url: testSubscription().endpoint } }),
    invalid: { body: { label: ' ', url: 'here' }, issues: ['label', 'url'] },
    forbidden: ['id', 'userId', 'role', 'lastOutcome', ...times],
  },
  postPushReceipt: {
    valid: async () => ({ body: { push: await newTestPush(), outcome: 'shown' } }),
    invalid: { body: { push: '../x', outcome: 'decided' }, issues: ['outcome', 'push'] },
    forbidden: ['userId', 'token'],
  },
  exportAccount: { valid: nothing },
  deleteAccount: { valid: nothing },
};
