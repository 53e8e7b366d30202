import { EVIDENCE_REF, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { newId } from '../lib/id.ts';
import { newNonce, newTask, request, type TestOwner, type TestRunner } from './agents.ts';

export const COMMIT = '2d3acf90f35989df8f262dc50beadc4ee3ae1560';
export const BRANCH = 'countersign/it';

export interface TestPublication {
  itemId: string;
  taskId: string;
  repositoryId: string;
  runner: TestRunner;
  task: { id: string; epoch: number };
}

/** A task with one approved and pushed commit. `pullRequest`: its address, or why it was not opened. */
export async function newPublication(
  newRunner: (owner: TestOwner) => Promise<TestRunner>,
  owner: TestOwner,
  pullRequest: string,
): Promise<TestPublication> {
  const { client, projectId } = owner;
  const body = { name: 'hello', owner: 'acme', url: 'https://github.com/acme/hello', projectId };
  const { id: repositoryId } = await client.call(routes.postRepository, { body });
  await newTask(owner);
  const runner = await newRunner(owner);
  const task = await runner.claim();
  const itemId = await publishMore({ owner, runner, task, repositoryId }, pullRequest);
  return { itemId, taskId: task.id, repositoryId, runner, task };
}

interface MoreToPublish {
  commit?: string;
  title?: string;
  canRetry?: boolean;
}

/** Another commit of a task that is approved and pushed; resolves with the item. */
export async function publishMore(
  { owner, runner, task, repositoryId }: Omit<TestPublication, 'itemId' | 'taskId'> & { owner: TestOwner },
  pullRequest: string,
  { commit = COMMIT, title = 'In the words of a person', ...told }: MoreToPublish = {},
): Promise<string> {
  const item = publishRequest(repositoryId, commit);
  const [hash = ''] = await runner.record(task, item);
  await owner.client.call(routes.approveTaskItem, {
    params: { id: item.id },
    body: { edits: { title } },
    ifMatch: null,
  });
  const params = { taskId: task.id, itemId: item.id };
  const { epoch } = task;
  await runner.client.call(agentRoutes.release, { params, body: { epoch, hash, nonce: newNonce() } });
  const changed = { files: 1, added: 2, removed: 1, listed: [{ path: 'a.txt', added: 2, removed: 1 }] };
  const toolResponse = { branch: BRANCH, commit, pullRequest, changed, ...told };
  await runner.client.call(agentRoutes.executed, { params, body: { epoch, outcome: 'executed', toolResponse } });
  return item.id;
}

/** A runner's request to publish; its patch is longer than a header holds. */
export function publishRequest(repositoryId: string, commit = COMMIT) {
  const evidence = { countersignedBy: 'Ada L.', note: EVIDENCE_REF };
  const words = { title: 'A task', body: 'Text' };
  const toolParameters = { repositoryId, branch: BRANCH, base: 'main', commit, ...words, evidence };
  return request({
    id: newId(),
    type: 'approval_request',
    title: 'Publish to acme/hello',
    content: ' a.txt | 3 ++-',
    toolName: 'publish',
    toolKind: 'publish',
    enforcement: 'enforced',
    toolParameters,
    filePath: 'countersign-it.patch',
    fileContent: `diff --git a/a.txt b/a.txt\n${'+a line of a patch\n'.repeat(2_000)}`,
  });
}
