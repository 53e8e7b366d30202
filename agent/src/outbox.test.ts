import { agentRoutes } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import type { AgentApi } from './api.ts';
import { createOutbox } from './outbox.ts';

it('acknowledges many messages by the hundred', async () => {
  const sent: number[] = [];
  const call = async (route: unknown, { body }: { body: { messageIds: string[] } }) => {
    if (route === agentRoutes.acknowledge) sent.push(body.messageIds.length);
  };
  const api = { call } as unknown as AgentApi;
  const outbox = createOutbox({ api, taskId: 'task', epoch: 1, complain: () => undefined });
  outbox.acknowledge(Array.from({ length: 250 }, (_, index) => `message-${index}`));
  await outbox.flush();
  expect(sent).toEqual([100, 100, 50]);
});
