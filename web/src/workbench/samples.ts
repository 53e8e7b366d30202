import type { Approval, Container, Project, Repository, Risk, Task, Usage } from '@countersign/contract';

/** Samples for the workbench: one of each, with made-up but realistic contents. */

const createdAt = new Date(Date.now() - 20 * 60_000).toISOString();

const usage: Usage = { inputTokens: 48_210, outputTokens: 3_120, cachedTokens: 12_000, cost: 0.21, unpriced: [] };

export const task: Task = {
  id: 'task',
  projectId: 'project',
  parentId: null,
  title: 'Greet in the language of the browser',
  description: 'Read Accept-Language; fall back to English.',
  status: 'running',
  priority: 5,
  containerId: 'container',
  keptByHand: false,
  isStopping: false,
  canStop: false,
  branch: null,
  commit: null,
  pullRequestUrl: null,
  createdAt,
  updatedAt: createdAt,
  completedAt: null,
  notice: null,
  usage,
  budget: null,
  limits: null,
  model: null,
  project: { id: 'project', name: 'Greeting service' },
};

export const project: Project = {
  id: 'project',
  userId: 'user',
  name: 'Greeting service',
  description: 'Says hello, politely, in every language we can test.',
  status: 'active',
  autoCreateContainers: false,
  agent: null,
  model: null,
  baseBranch: null,
  folder: null,
  setupCommand: null,
  variables: [],
  instructions: null,
  taskCount: 3,
  pendingApprovalCount: 1,
  repositoryCount: 1,
  createdAt,
  updatedAt: createdAt,
};

export const container: Container = {
  id: 'container-of-samples',
  projectId: 'project',
  name: 'Night shift',
  imageTag: 'latest',
  status: 'running',
  desired: 'running',
  message: null,
  wait: null,
  createdAt,
  startedAt: createdAt,
  completedAt: null,
  exitCode: null,
  runs: 1,
  ranSeconds: null,
  usage,
  project: { id: 'project', name: 'Greeting service' },
};

export const repository: Repository = {
  id: 'repository',
  projectId: 'project',
  owner: 'acme',
  name: 'hello-world',
  url: 'https://github.com/acme/hello-world',
  description: 'A small greeting service',
  isPrivate: true,
  hasToken: true,
  lastUpdated: createdAt,
  createdAt,
};

const approval: Approval = {
  id: 'approval',
  type: 'tool_call',
  title: 'Run npm test',
  content: null,
  toolName: 'shell',
  toolKind: 'execute',
  toolParameters: { command: 'npm test' },
  filePath: null,
  fileContent: null,
  enforcement: 'honored',
  risk: null,
  hash: '0'.repeat(64),
  truncated: false,
  createdAt,
  submittedAt: createdAt,
  task: { id: 'task', title: task.title, project: { id: 'project', name: project.name } },
};

export const risks: Record<string, Risk | null> = {
  low: risk('low', 'Only reads'),
  medium: risk('medium', 'Changes files in the workspace'),
  high: risk('high', 'Deletes files', [{ from: 0, to: 6 }]),
  unclear: { ...risk('high', 'Cannot be judged: it cannot be parsed'), judged: false },
  none: null,
};

const oldText = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');

/** One request of each kind of content. */
export const approvals: Approval[] = [
  { ...approval, id: 'low', title: 'List the tests', toolParameters: { command: 'ls test' }, risk: risks.low ?? null },
  {
    ...approval,
    id: 'high',
    title: 'Remove the build',
    toolParameters: { command: 'rm -rf dist && npm run build' },
    risk: risks.high ?? null,
  },
  {
    ...approval,
    id: 'file',
    type: 'file_creation',
    toolName: 'create_file',
    toolKind: 'edit',
    title: 'Create src/greet.js',
    toolParameters: null,
    filePath: 'src/greet.js',
    fileContent: 'export function greet(name) {\n  return `Hello, ${name}`;\n}\n',
    enforcement: 'enforced',
    risk: risks.medium ?? null,
  },
  {
    ...approval,
    id: 'edit',
    toolName: 'edit',
    toolKind: 'edit',
    title: 'Edit README.md',
    toolParameters: { path: 'README.md', oldText, newText: oldText.replace('line 6', 'line six') },
    filePath: 'README.md',
    risk: risks.medium ?? null,
  },
  {
    ...approval,
    id: 'hidden',
    title:
      'A title with \u202Ehidden\u202C characters, and so long that it does not fit on two lines of a phone at all',
    toolParameters: { command: 'printf "\u001b[2K\u200b"' },
    risk: risks.unclear ?? null,
  },
];

function risk(level: string, text: string, spans: { from: number; to: number }[] = []): Risk {
  return { level, judged: true, reasons: [{ level, text, spans }], engine: 1 };
}
