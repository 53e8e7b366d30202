import { expect, it } from 'vitest';
import { createLifetime, type EndReason } from '../lib/lifetime.ts';
import { createReportQueue } from '../server/report-queue.ts';
import { createRedactor } from '../server/redact.ts';
import type { AgentApi } from '../server/api.ts';
import { leaveTask } from './leave-task.ts';

/** Leaves a task with one report that the server does not take; resolves with the log and what was done besides. */
async function leaveWithout(reason: EndReason): Promise<{ lines: string[]; done: string[] }> {
  const lines: string[] = [];
  const done: string[] = [];
  const api = { call: () => Promise.reject(new Error('no answer')) } as unknown as AgentApi;
  const reports = createReportQueue({
    api,
    taskId: 'task',
    epoch: 1,
    complain: (line) => lines.push(line),
    redact: createRedactor(),
  });
  reports.put({ id: 'step', type: 'planning', title: 'The last step' });
  const life = createLifetime();
  life.end(reason);
  const log = (line: string) => void lines.push(line);
  const link = { context: { life }, task: { id: 'task' }, log, reports };
  const run = {
    session: { close: async () => void done.push('ended') },
    checkpoints: { save: async () => done.push('saved') > 0 },
    saved: { attempted: async () => undefined },
  };
  await leaveTask(link, run);
  return { lines, done };
}

it.each<[EndReason, string[]]>([
  ['paused', ['ended', 'saved']],
  ['terminated', ['ended']],
])('says once in the log that a last report could not be sent, and saves as ever (%s)', async (reason, done) => {
  expect(await leaveWithout(reason)).toEqual({ lines: ['not all of task task could be reported: no answer'], done });
});

it('says nothing where nothing may be written any more', async () => {
  expect(await leaveWithout('fenced')).toEqual({ lines: [], done: ['ended'] });
});
