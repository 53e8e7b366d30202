import { ApiError } from '@countersign/contract';
import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import type { AgentApi } from './api.ts';
import { createRedactor } from './redact.ts';
import { createReportQueue } from './report-queue.ts';

const redact = createRedactor();

it('acknowledges many messages by the hundred', async () => {
  const sent: number[] = [];
  const call = async (route: unknown, { body }: { body: { messageIds: string[] } }) => {
    if (route === agentRoutes.acknowledge) sent.push(body.messageIds.length);
  };
  const api = { call } as unknown as AgentApi;
  const reports = createReportQueue({ api, taskId: 'task', epoch: 1, complain: () => undefined, redact });
  reports.acknowledge(Array.from({ length: 250 }, (_, index) => `message-${index}`));
  await reports.flush();
  expect(sent).toEqual([100, 100, 50]);
});

it('ends the work on a task that asks more than it may, and still reports its end', async () => {
  const recorded: string[] = [];
  const said = 'This task has 100 open questions.';
  const call = async (_route: unknown, { body }: { body: { items: RecordItem[] } }) => {
    if (body.items.some(({ needsApproval }) => needsApproval))
      throw new ApiError(429, JSON.stringify({ message: said }), { code: 'quota_exceeded', message: said });
    recorded.push(...body.items.map(({ id }) => id));
  };
  const api = { call } as unknown as AgentApi;
  const reports = createReportQueue({ api, taskId: 'task', epoch: 1, complain: () => undefined, redact });
  const ended = expect(reports.broken).rejects.toMatchObject({ name: 'TaskFailed', message: said });
  const asked = reports.ask({ id: 'one', type: 'tool_call', title: 'ls', needsApproval: true });
  await expect(asked).rejects.toMatchObject({ name: 'TaskFailed', message: said });
  await ended;
  reports.put({ id: 'two', type: 'planning', title: 'The end' });
  await reports.flush();
  expect(recorded).toEqual(['two']);
});

it('ends the work of an agent that makes steps without end: none of the others is stored', async () => {
  const recorded = new Set<string>();
  const call = async (_route: unknown, { body }: { body: { items: RecordItem[] } }) =>
    body.items.forEach(({ id }) => recorded.add(id));
  const api = { call } as unknown as AgentApi;
  const options = { api, taskId: 'task', epoch: 1, complain: () => undefined, redact };
  const reports = createReportQueue({ ...options, stepsMax: 100 });
  const ended = expect(reports.broken).rejects.toMatchObject({
    name: 'TaskFailed',
    message: expect.stringContaining('100 steps') as string,
  });
  const step = (id: string, content: string) => reports.put({ id, type: 'planning', title: id, content });
  for (let index = 0; index < 1_000; index += 1) step(`step-${index}`, 'first');
  await ended;
  // What was there before goes on being reported.
  step('step-0', 'second');
  await reports.flush();
  expect(recorded.size).toBe(100);
});

it.each([400, 409, 413])('leaves out a step that is refused (%i), says why, and sends the others', async (status) => {
  const recorded: string[] = [];
  const complaints: string[] = [];
  const call = async (_route: unknown, { body }: { body: { items: RecordItem[] } }) => {
    if (body.items.some(({ id }) => id === 'bad')) throw new ApiError(status, 'No', null);
    recorded.push(...body.items.map(({ id }) => id));
  };
  const api = { call } as unknown as AgentApi;
  const reports = createReportQueue({ api, taskId: 'task', epoch: 1, complain: (why) => complaints.push(why), redact });
  for (const id of ['one', 'bad', 'two']) reports.put({ id, type: 'planning', title: id });
  await reports.flush();
  expect(recorded).toEqual(['one', 'two']);
  expect(complaints).toEqual([`"bad" was not recorded: ${status}: No`]);
});
