import { routes, type TaskItem } from '@countersign/contract';
import { describeAgentApi, toSeenItem, type Owner, type World } from '@countersign/contract/testing/agent-api';
import { describe, expect, test } from 'vitest';
import { startCodeOf } from '../tokens/start-code.ts';
import { newContainer, newTask, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

describeAgentApi(
  { describe, test, expect },
  {
    async newWorld(): Promise<World> {
      const owner = await stack.newOwner();
      const { id } = await newContainer(owner);
      let epoch = 1;
      return {
        url: stack.agentUrl(),
        containerId: id,
        startCode: startCodeOf(id, epoch),
        async restart() {
          await owner.client.call(routes.resumeContainer, { params: { id } });
          epoch += 1;
          return startCodeOf(id, epoch);
        },
        owner: ownerOf(owner, id),
      };
    },
  },
);

function ownerOf(owner: TestOwner, containerId: string): Owner {
  const { client, projectId } = owner;
  let repositories = 0;
  return {
    addTask: async (fields) => (await newTask(owner, fields)).id,
    async addRepository(githubToken) {
      repositories += 1;
      const body = { owner: 'acme', url: `https://github.com/acme/repository-${repositories}` };
      const { id } = await client.call(routes.postProjectRepository, { params: { id: projectId }, body });
      if (githubToken) await client.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken } });
      return id;
    },
    async approve(id, edits) {
      await client.call(routes.approveTaskItem, { params: { id }, body: edits ? { edits } : {}, ifMatch: null });
    },
    async reject(id, reason) {
      await client.call(routes.rejectTaskItem, { params: { id }, body: { reason }, ifMatch: null });
    },
    say: async (id, text) => (await client.call(routes.postTaskMessage, { params: { id }, body: { text } })).id,
    async stop(id) {
      await client.call(routes.postTaskStop, { params: { id } });
    },
    async reopen(id) {
      await client.call(routes.patchTask, { params: { id }, body: { status: 'pending' } });
    },
    async pause() {
      await client.call(routes.pauseContainer, { params: { id: containerId } });
    },
    deleteContainer: () => client.call(routes.deleteContainer, { params: { id: containerId } }),
    async task(id) {
      const { status, branch, commit, pullRequestUrl } = await client.call(routes.getTask, { params: { id } });
      return { status, branch, commit, pullRequestUrl };
    },
    item: async (id) => toSeenItem(await client.call(routes.getTaskItem, { params: { id } })),
    async items(id) {
      const items = flat(await client.call(routes.listTaskItems, { params: { id } }));
      return items.filter(({ author }) => author === 'agent').map(toSeenItem);
    },
    containerStatus: async () => (await client.call(routes.getContainer, { params: { id: containerId } })).status,
    logs: async () => (await client.call(routes.getContainerLogs, { params: { id: containerId } })).logs,
  };
}

const flat = (items: TaskItem[]): TaskItem[] => items.flatMap((item) => [item, ...flat(item.children ?? [])]);
