import { routes, type Client } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { askCloudRun, executionOf, newId, startByHand, type HandRunner, type Platform } from './hand-runner.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';

/** What is kept for the time when the platform is out of order. */
export interface LeftOver {
  /** A running container, to be deleted while nothing can be ended. */
  containerId: string;
  /** Questions of runners that have left: one to be approved, one to be rejected. */
  approve: string;
  reject: string;
}

/** Everything that a runner may write, and every state of tasks and containers that is reached while all works. */
export async function playByHand(platform: Platform, person: Person): Promise<LeftOver> {
  const { api } = person;
  const make = async (name: string) => (await api.call(routes.postProject, { body: { name } })).id;
  const [steps, containers, questions] = [await make('All steps'), await make('All containers'), await make('Left')];
  const start = (projectId: string, name: string) => startByHand(platform, person, projectId, name);
  await writeEveryStep(api, steps, await start(steps, 'Writes'));
  await leaveTasksBehind(api, steps, start);
  await makeTasksByHand(api, steps);
  const containerId = await leaveContainersBehind(platform, api, containers, start);
  return { containerId, ...(await leaveQuestions(api, questions, start)) };
}

type Start = (projectId: string, name: string) => Promise<HandRunner>;

const newTask = async (
  api: Client,
  id: string,
  title: string,
  fields: { description?: string; priority?: number } = {},
) => (await api.call(routes.postProjectTask, { params: { id }, body: { title, ...fields } })).id;

const approve = (api: Client, id: string) =>
  api.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: null });
const reject = (api: Client, id: string) =>
  api.call(routes.rejectTaskItem, {
    params: { id },
    body: { reason: 'Not like this:\nuse the other one' },
    ifMatch: null,
  });

/** One task with every type of item and everything that can come of a consent; then one that fails. */
async function writeEveryStep(api: Client, projectId: string, runner: HandRunner): Promise<void> {
  const taskId = await newTask(api, projectId, 'Every step', { description: 'All of them', priority: 9.9 });
  const task = await runner.claim();
  await api.call(routes.postTaskMessage, { params: { id: taskId }, body: { text: 'Mind the tests' } });
  const [plan, file] = [newId(), newId()];
  const content = '- one step of a plan that is longer than a list shows\n'.repeat(1_200);
  await runner.record(task, { id: plan, type: 'planning', title: 'Plan', content });
  await runner.record(
    task,
    {
      id: newId(),
      type: 'tool_call',
      title: 'Read it',
      parentId: plan,
      toolName: 'read',
      toolKind: 'read',
    },
    {
      id: newId(),
      type: 'tool_call',
      title: 'Look',
      parentId: plan,
      toolResponse: [['a'], { b: null }],
    },
  );
  const line = 'A line of a file that comes in pieces, "quoted" and with ümlauts.\n';
  const piece = line.repeat(2_400);
  const large = { id: file, type: 'file_creation', title: 'Create large.txt', filePath: 'large.txt' } as const;
  await runner.record(task, { ...large, fileContentPiece: { at: 0, text: piece } });
  await runner.record(task, { ...large, fileContentPiece: { at: piece.length, text: piece }, needsApproval: true });
  await runner.save(task, 'before the answer');
  await approve(api, file);
  await runner.takeOut(task, file, 'executed');
  const shell = { toolName: 'shell', toolKind: 'execute', enforcement: 'honoured', reference: 'call-1' } as const;
  const toolParameters = { command: 'npm test', nested: { list: [1, [2, 3]], empty: {} } };
  const diverged = await runner.ask(task, { title: 'Run the tests', toolParameters, ...shell });
  await approve(api, diverged);
  await runner.takeOut(task, diverged, 'diverged');
  const toolParameters2 = { path: 'a.ts', oldText: 'const a = 1', newText: 'const a = 2' };
  const edit = await runner.ask(task, { title: 'Edit a.ts', toolKind: 'edit', toolParameters: toolParameters2 });
  await reject(api, edit);
  await runner.takeOut(task, edit, 'told');
  await runner.record(task, { id: edit, type: 'tool_call', title: 'Edit a.ts', chatResponse: 'I use the other one.' });
  const publish = await runner.ask(task, {
    type: 'approval_request',
    title: 'Publish',
    toolName: 'publish',
    toolKind: 'publish',
  });
  await approve(api, publish);
  await runner.takeOut(task, publish);
  const again = await runner.claim();
  const delivered = { epoch: again.epoch, messageIds: again.messages.map(({ id }) => id) };
  await runner.client.call(agentRoutes.acknowledge, { params: { taskId }, body: delivered });
  const published = {
    branch: `countersign/${taskId}`,
    commit: 'c0ffee'.padEnd(40, '0'),
    pullRequestUrl: 'https://github.com/acme/hello-world/pull/7',
  };
  await runner.finish(again, 'completed', published);
  await newTask(api, projectId, 'It cannot be done', { priority: 9.8 });
  const failing = await runner.claim();
  await runner.ask(failing, { title: 'Ask in vain' });
  await runner.finish(failing, 'failed');
  await runner.log(0, 'A line of a log\n');
  for (const seq of [1, 2]) await runner.log(seq, `${seq} ${'x'.repeat(40)}\n`.repeat(1_000));
  await runner.exit('idle');
}

/** Tasks in the middle of their work: one that is stopped, one given back by a pause. */
async function leaveTasksBehind(api: Client, projectId: string, start: Start): Promise<void> {
  const stopped = await newTask(api, projectId, 'Stopped in the middle', { priority: 9.7 });
  const runner = await start(projectId, 'Runs');
  const task = await runner.claim();
  await runner.save(task, 'the first half');
  await api.call(routes.postTaskMessage, { params: { id: stopped }, body: { text: 'Wait a moment' } });
  await api.call(routes.postTaskStop, { params: { id: stopped } });
  await newTask(api, projectId, 'Given back', { priority: 9.6 });
  const other = await start(projectId, 'Paused by its owner');
  const paused = await other.claim();
  await other.save(paused, 'what there is so far');
  await api.call(routes.pauseContainer, { params: { id: other.containerId } });
  await other.exit('paused');
}

/** What an owner makes without any agent: all initial statuses, parents, ended and reopened tasks, repositories. */
async function makeTasksByHand(api: Client, projectId: string): Promise<void> {
  const params = { id: projectId };
  const make = (title: string, status: 'pending' | 'awaiting_approval' | 'approved' | 'running' | 'completed') =>
    api.call(routes.postProjectTask, { params, body: { title, status } });
  const parent = await make('Kept by hand', 'running');
  await make('Done by hand', 'completed');
  await make('May begin', 'approved');
  await make('Shall it begin?', 'awaiting_approval');
  await api.call(routes.postProjectTask, { params, body: { title: 'A part of it', parentId: parent.id, priority: 0 } });
  const refused = await make('It shall not begin', 'awaiting_approval');
  const open = await api.call(routes.listApprovals);
  await reject(api, open.find(({ task }) => task.id === refused.id)?.id ?? '');
  const reopened = await make('Done, and not done', 'completed');
  await api.call(routes.patchTask, { params: { id: reopened.id }, body: { status: 'pending' } });
  const gone = await make('Deleted', 'pending');
  await api.call(routes.deleteTask, { params: { id: gone.id } });
  const repository = { name: 'vault', owner: 'acme', url: 'https://github.com/acme/vault' };
  await api.call(routes.postRepository, { body: repository });
}

/** A deleted container with its log, a lost one, one that waits for a place; resolves with a running one. */
async function leaveContainersBehind(
  platform: Platform,
  api: Client,
  projectId: string,
  start: Start,
): Promise<string> {
  const deleted = await start(projectId, 'Deleted');
  await deleted.log(0, 'My last words\n');
  await api.call(routes.deleteContainer, { params: { id: deleted.containerId } });
  await until('the end of a container', async () => (await statusOf(api, deleted.containerId)) === 'deleted');
  const lost = await start(projectId, 'Lost');
  await api.call(routes.pauseContainer, { params: { id: lost.containerId } }); // otherwise it would be started again
  const { name } = (await executionOf(platform, lost.containerId)) ?? {};
  await askCloudRun(platform, 'DELETE', name ?? '');
  await until('the loss to be noticed', async () => (await statusOf(api, lost.containerId)) === 'not_found');
  const runs = [await start(projectId, 'To be deleted'), await start(projectId, 'Runs on')] as const;
  await api.call(routes.postProjectContainer, { params: { id: projectId }, body: { name: 'Waits for a place' } });
  return runs[0].containerId;
}

const statusOf = async (api: Client, id: string) =>
  (await api.call(routes.getContainerLiveStatus, { params: { id } })).status;

/** Two runners that have asked and left. */
async function leaveQuestions(api: Client, projectId: string, start: Start): Promise<Omit<LeftOver, 'containerId'>> {
  const ask = async (title: string) => {
    await newTask(api, projectId, title);
    const runner = await start(projectId, title);
    const task = await runner.claim();
    const id = await runner.ask(task, { title: `${title}?`, toolName: 'shell', toolParameters: { command: 'make' } });
    await runner.exit('waiting');
    return id;
  };
  await ask('Decided by nobody');
  return { approve: await ask('Approved when nobody was there'), reject: await ask('Rejected when nobody was there') };
}
