import { describeAgentApi, toSeenItem, type Owner, type World } from '@countersign/contract/testing/agent-api';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from './agent-api.ts';
import type { AgentState, StoredItem } from './agent-state.ts';

// These tests' stand-in for the server is held to what the server does.
const started: TestApi[] = [];
afterEach(async () => {
  for (const api of started.splice(0)) await api.close();
});

describeAgentApi(
  { describe, test, expect },
  {
    async newWorld(): Promise<World> {
      const api = await startTestApi();
      started.push(api);
      const { url, state } = api;
      return {
        url,
        containerId: 'container',
        startCode: state.executions.start(),
        restart: async () => state.executions.start(),
        owner: ownerOf(state),
      };
    },
  },
);

function ownerOf(state: AgentState): Owner {
  const toSeen = (item: StoredItem) => toSeenItem({ ...item, content: item.content ?? null });
  const direct = (directive: AgentState['directive']) => {
    state.directive = directive;
    state.changed();
  };
  return {
    addTask: async ({ title, description = null, priority }) => state.addTask({ title, description }, priority).id,
    async addRepository(token) {
      const id = `repository-${state.tokens.size}`;
      state.tokens.set(id, token);
      return id;
    },
    approve: async (id, edits) => state.decide(id, true, null, edits ?? null),
    reject: async (id, reason) => state.decide(id, false, reason),
    say: async (taskId, text) => state.say(state.taskOf(taskId), text),
    stop: async (taskId) => state.stop(state.taskOf(taskId)),
    reopen: async (taskId) => state.reopen(state.taskOf(taskId)),
    pause: async () => direct('pause'),
    deleteContainer: async () => direct('exit'),
    async task(id) {
      const { status, finish } = state.taskOf(id);
      return { status, ...(finish ?? { branch: null, commit: null, pullRequestUrl: null }) };
    },
    async item(id) {
      const item = state.items.get(id);
      if (!item) throw new Error(`There is no item ${id}`);
      return toSeen(item);
    },
    items: async (taskId) => state.itemsOf(taskId).map(toSeen),
    containerStatus: async () => (state.executions.newest?.hasEnded ? 'paused' : 'running'),
    logs: async () => state.logs.join(''),
  };
}
