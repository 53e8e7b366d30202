import * as agentRoutes from '../../agent-api/routes.ts';
import type { ClaimedTask } from '../../agent-api/runner.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, startOnTask, type Runner } from './runner.ts';
import { sha256Of } from './sha256-of.ts';
import { textAt } from './text-at.ts';

const [KEY, OTHER_KEY] = ['a'.repeat(64), 'b'.repeat(64)];

/** What the setup command of one task has produced, for the next tasks of its project. */
export function describeSetupResults({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('the result of a setup command', () => {
    test('is found under its key alone, and replaced by the next one', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      expect(await find(runner, task, KEY), 'before there is one').toBe(null);
      await keep(runner, task, 'first', KEY);
      const found = await find(runner, task, KEY);
      expect(found).toMatchObject({ title: task.title, size: 5, sha256: await sha256Of('first') });
      expect(await textAt(found?.downloadUrl)).toBe('first');
      expect(await find(runner, task, OTHER_KEY)).toBe(null);
      await keep(runner, task, 'second', OTHER_KEY);
      expect(await find(runner, task, KEY)).toBe(null);
      expect(await textAt((await find(runner, task, OTHER_KEY))?.downloadUrl)).toBe('second');
      expect(await textAt(found?.downloadUrl), 'the former one').toBe('404');
    });

    test('must be announced and uploaded, for a task of the project, ended or not', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      const { object } = await announce(runner, task, 'bytes');
      expect(await refusal(commit(runner, task, 'bytes', { object, key: KEY })), 'nothing was uploaded').toBe(
        '400 invalid',
      );
      const elsewhere = { object: 'tasks/other/setup-1-x', key: KEY };
      expect(await refusal(commit(runner, task, 'bytes', elsewhere))).toBe('400 invalid');
      await keep(runner, task, 'bytes', KEY);
      const unknown = { ...task, id: newNonce() };
      expect(await refusal(find(runner, unknown, KEY))).toBe('404 not_found');
      expect(await refusal(announce(runner, unknown, 'bytes'))).toBe('404 not_found');
      await runner.finish(task, 'completed');
      await keep(runner, task, 'later', OTHER_KEY);
      expect(await find(runner, task, OTHER_KEY)).toMatchObject({ size: 5, sha256: await sha256Of('later') });
    });
  });
}

async function keep(runner: Runner, task: ClaimedTask, text: string, key: string): Promise<void> {
  const { object, uploadUrl, headers } = await announce(runner, task, text);
  const { ok, status } = await fetch(uploadUrl, { method: 'PUT', body: text, headers });
  if (!ok) throw new Error(`The upload was answered with ${status}`);
  await commit(runner, task, text, { object, key });
}

async function find({ client }: Runner, { id: taskId }: ClaimedTask, key: string) {
  return (await client.call(agentRoutes.setupResultFind, { params: { taskId }, body: { key } })).result;
}

async function announce({ client }: Runner, { id: taskId }: ClaimedTask, text: string) {
  const body = { size: text.length, sha256: await sha256Of(text) };
  return client.call(agentRoutes.setupResultUpload, { params: { taskId }, body });
}

async function commit(
  { client }: Runner,
  { id: taskId }: ClaimedTask,
  text: string,
  named: { object: string; key: string },
) {
  const body = { size: text.length, sha256: await sha256Of(text), ...named };
  return client.call(agentRoutes.setupResultCommit, { params: { taskId }, body });
}
