import { routes, type Approval, type Client } from '@countersign/contract';
import { LOCAL_GITHUB_TOKEN } from '../stack/environment.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';

/** What the demo agent leaves when it works in real containers, with and without a repository. */
export async function playDemoAgent({ api }: Person): Promise<void> {
  await Promise.all([publishAndReopen(api), askInContainerMadeForIt(api), endWithNothingLeft(api)]);
}

/** A file is rejected and comes back elsewhere, is published with other words, and its task goes on afterwards. */
async function publishAndReopen(api: Client): Promise<void> {
  const project = await api.call(routes.postProject, {
    body: { name: 'Greeting service', description: 'Says hello\nin two lines.', agent: 'demo' },
  });
  const params = { id: project.id };
  const repository = await api.call(routes.postProjectRepository, {
    params,
    body: { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world', description: 'Says hello' },
  });
  const githubToken = LOCAL_GITHUB_TOKEN;
  await api.call(routes.putRepositoryAuth, { params: { id: repository.id }, body: { githubToken, isPrivate: true } });
  const { id } = await api.call(routes.postProjectTask, {
    params,
    body: { title: 'Write a guide', description: 'Create `GUIDE.md` with "Run the tests".', priority: 8.5 },
  });
  await api.call(routes.postProjectContainer, { params, body: { name: 'First' } });
  const file = await nextRequest(api, id);
  await api.call(routes.rejectTaskItem, {
    params: { id: file.id },
    body: { reason: 'Call it docs/guide.md' },
    ifMatch: null,
  });
  await approveUntilEnded(api, id);
  await api.call(routes.patchTask, { params: { id }, body: { status: 'pending' } });
  await api.call(routes.postTaskMessage, { params: { id }, body: { text: 'Create docs/more.md with "More"' } });
  await nextRequest(api, id);
}

/** The server makes a container because a task waits; the task's second question stays open. */
async function askInContainerMadeForIt(api: Client): Promise<void> {
  const project = await api.call(routes.postProject, {
    body: { name: 'Nightly chores', status: 'waiting for Ben ✎', autoCreateContainers: true },
  });
  const { id } = await api.call(routes.postProjectTask, {
    params: { id: project.id },
    body: { title: 'Create notes/plan.md with "Hello"', description: 'Then run `ls notes`.' },
  });
  const { id: first, hash } = await nextRequest(api, id);
  await api.call(routes.approveTaskItem, { params: { id: first }, body: {}, ifMatch: hash });
  await until('the second question', async () => (await nextRequest(api, id)).id !== first);
}

/** A container made for its only task ends by itself when that is done. */
async function endWithNothingLeft(api: Client): Promise<void> {
  const body = { name: 'All done', status: 'completed', autoCreateContainers: true };
  const { id } = await api.call(routes.postProject, { body });
  const task = await api.call(routes.postProjectTask, { params: { id }, body: { title: 'Create a.md with "a"' } });
  await approveUntilEnded(api, task.id);
  await until('the end of the container', async () => {
    const [container] = await api.call(routes.listProjectContainers, { params: { id } });
    if (container) await api.call(routes.getContainerLiveStatus, { params: { id: container.id } });
    return container?.exitCode === 0;
  });
}

async function nextRequest(api: Client, taskId: string): Promise<Approval> {
  return until('a request', async () =>
    (await api.call(routes.listApprovals)).find((approval) => approval.task.id === taskId),
  );
}

async function approveUntilEnded(api: Client, taskId: string): Promise<void> {
  await until('the end of the task', async () => {
    const open = (await api.call(routes.listApprovals)).filter(({ task }) => task.id === taskId);
    for (const { id, hash, toolName } of open) {
      const edits = { title: 'A guide for those who come', body: 'As it was asked for.' };
      const body = toolName === 'publish' ? { edits } : {};
      await api.call(routes.approveTaskItem, { params: { id }, body, ifMatch: hash });
    }
    const { status } = await api.call(routes.getTask, { params: { id: taskId } });
    if (status === 'failed') throw new Error('The demo agent failed');
    return status === 'completed';
  });
}
