import type { SchemaName } from './schemas.ts';

const createdAt = '2026-11-21T09:30:00.000Z';
const updatedAt = '2026-11-21T09:41:12.345Z';
const projectId = 'V1StGXR8Z5jdHi6BmyT0a';
const taskId = 'k3TqL9hZ2wPnXc7RvB4sM';
const itemId = 'aY8fJ2kLmN5pQr0sTuVwX';
const hash = '6778abf129218afb3b68b36bd9466a2ff06a34848e4d4da6e35c1756ef1aabc6';

const vapidKey = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

const repository = {
  id: 'R9uJ4dKe7Lw2MzQx5BvNs',
  projectId,
  owner: 'acme',
  name: 'weather-station',
  url: 'https://github.com/acme/weather-station',
  description: null,
  isPrivate: true,
  hasToken: true,
  lastUpdated: updatedAt,
  createdAt,
};

const usage = { inputTokens: 48_210, outputTokens: 2_904, cachedTokens: 31_000, cost: 0.42, unpriced: [] };

const task = {
  id: taskId,
  projectId,
  parentId: null,
  title: 'Show the wind direction',
  description: 'The station sends degrees; show a compass point beside them.',
  status: 'awaiting_approval',
  priority: 5.5,
  containerId: null,
  keptByHand: false,
  branch: null,
  commit: null,
  pullRequestUrl: null,
  createdAt,
  updatedAt,
  completedAt: null,
  notice: null,
  usage,
  budget: { amount: 2, unit: 'usd', granted: 0 },
  project: { id: projectId, name: 'Weather station' },
};

const step = {
  id: itemId,
  title: 'Write src/compass.ts',
  content: 'A function from degrees to one of 16 points.',
  type: 'file_creation',
  toolName: 'write_file',
  toolKind: 'edit',
  toolParameters: { path: 'src/compass.ts' },
  filePath: 'src/compass.ts',
  fileContent: 'export const compass = (degrees: number) => …',
  enforcement: 'honoured',
  hash,
  risk: {
    level: 'medium',
    judged: true,
    reasons: [{ level: 'medium', text: 'Changes files in the workspace', spans: [] }],
    engine: 1,
  },
  truncated: false,
  replacedBy: null,
  replaces: null,
  createdAt,
};

const publication = {
  itemId,
  repository: { id: repository.id, owner: repository.owner, name: repository.name, hasToken: true },
  branch: `countersign/${taskId}`,
  commit: '2d3acf90f35989df8f262dc50beadc4ee3ae1560',
  pullRequest: { number: 7, url: `${repository.url}/pull/7`, state: 'open' },
  problem: null,
  changed: { files: 1, added: 12, removed: 0, listed: [{ path: 'src/compass.ts', added: 12, removed: 0 }] },
};

const container = {
  id: 'C7hP3xWq8ZtYr1NbVk5Ds',
  projectId,
  name: null,
  imageTag: 'latest',
  status: 'running',
  desired: 'running',
  message: null,
  wait: null,
  createdAt,
  startedAt: updatedAt,
  completedAt: null,
  exitCode: null,
  runs: 1,
  ranSeconds: 120,
  usage,
};

/** One example of each named schema; a test parses each with its schema. */
export const examples: Record<SchemaName, unknown> = {
  Project: {
    id: projectId,
    userId: 'mZ4rT6yU8iO0pA2sD4fG6hJ8kL1c',
    name: 'Weather station',
    description: 'Firmware and dashboard',
    status: 'active',
    autoCreateContainers: false,
    agent: null,
    baseBranch: 'develop',
    folder: 'firmware',
    setupCommand: 'npm ci',
    variables: [{ name: 'NPM_TOKEN', isSecret: true, forAgent: false }],
    instructions: 'Write a test for every change.',
    taskCount: 1,
    pendingApprovalCount: 1,
    repositoryCount: 1,
    createdAt,
    updatedAt,
    repositories: [repository],
    tasks: [task],
  },
  Repository: repository,
  Task: task,
  TaskItem: {
    ...step,
    taskId,
    parentId: null,
    toolResponse: null,
    chatResponse: null,
    needsApproval: true,
    isApproved: null,
    rejectionReason: null,
    author: 'agent',
    grant: 'unused',
    usage: { ...usage, inputTokens: 1_204, outputTokens: 96, cachedTokens: 0, cost: 0.01 },
    updatedAt,
    decidedAt: null,
    children: [],
  },
  TaskResult: { workedSeconds: 312, waitedSeconds: 95, publications: [publication] },
  Publication: publication,
  Approval: {
    ...step,
    submittedAt: createdAt,
    task: { id: taskId, title: task.title, project: task.project },
  },
  Container: container,
  DashboardStats: { totalProjects: 4, pendingApprovals: 2, completedTasks: 17, runningTasks: 1 },
  LiveStatus: { status: 'running' },
  ContainerLogs: { logs: 'Claimed "Show the wind direction"\n', message: null },
  PublicConfig: {
    firebase: {
      projectId: 'my-project',
      apiKey: 'AIza…',
      authDomain: 'my-project.firebaseapp.com',
      appId: '1:1:web:1',
    },
    emulators: null,
    agents: [{ id: 'demo', name: 'Demo agent', description: 'Built in. Works without a model.' }],
    models: [{ name: 'gpt-5', isPriced: true }],
    push: { publicKey: vapidKey },
  },
  Usage: usage,
  Health: { status: 'ok', version: '0.1.0' },
  CreateProject: { name: 'Weather station', description: 'Firmware and dashboard', status: 'active' },
  UpdateProject: { autoCreateContainers: true },
  SetVariable: { name: 'NPM_TOKEN', value: 'npm_…', isSecret: true, forAgent: false },
  CreateRepository: { name: repository.name, owner: repository.owner, url: repository.url },
  CreateProjectRepository: { owner: repository.owner, url: repository.url },
  LinkRepository: { projectId },
  RepositoryAuth: { githubToken: `ghp_${'a1B2'.repeat(9)}`, isPrivate: true },
  CreateTask: { title: task.title, description: task.description, priority: 5.5, status: 'pending' },
  UpdateTask: { status: 'pending' },
  SendMessage: { text: 'Use 8 points instead of 16.' },
  ApproveItem: {},
  RejectItem: { reason: 'Put it beside the other conversions.' },
  CreateContainer: { imageTag: 'latest' },
  Device: {
    id: '0f1d8c6a5b7e49d2a3c4e5f60718293a',
    kind: 'browser',
    label: 'Chrome on Android',
    host: 'fcm.googleapis.com',
    role: 'first',
    details: false,
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    lastOutcome: { event: 'approval', outcome: 'opened', detail: null, at: updatedAt },
    createdAt,
  },
  RegisterDevice: {
    label: 'Chrome on Android',
    endpoint: 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91b…',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    vapidKey,
  },
  CreateWebhook: { label: 'ntfy', url: 'https://ntfy.sh/a-topic-nobody-guesses' },
  UpdateDevice: { details: true, quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } },
  PushReceipt: { push: 'p3K9mQ7xT1vN5bW8zR2cY', outcome: 'shown' },
  Error: {
    message: 'Invalid request: name: Name is required',
    code: 'invalid',
    issues: [{ path: ['name'], message: 'Name is required' }],
    requestId: 'b2N4m6V8c0X2z4L6k8J0h',
  },
};
