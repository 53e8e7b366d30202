import * as agentRoutes from '../../agent-api/routes.ts';
import type { ClaimedTask } from '../../agent-api/runner.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, startOnTask, type Runner } from './runner.ts';
import { sha256Of } from './sha256-of.ts';
import { textAt } from './text-at.ts';

/** Where a task's work is saved, and which of the saved objects is the task's. */
export function describeCheckpoints({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('a checkpoint', () => {
    test('is uploaded, committed, handed to the next claim, and replaced by the next one', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const first = await save(runner, task, 'first');
      const { checkpoint } = await runner.claim();
      expect(checkpoint).toMatchObject({ object: first, size: 5, sha256: await sha256Of('first') });
      expect(await textAt(checkpoint?.downloadUrl)).toBe('first');
      const again = await runner.claim();
      const second = await save(runner, again, 'second');
      const next = await runner.claim();
      expect(next.checkpoint).toMatchObject({ object: second, size: 6, sha256: await sha256Of('second') });
      expect(await textAt(next.checkpoint?.downloadUrl)).toBe('second');
      expect(await textAt(checkpoint?.downloadUrl), 'the former one').toBe('404');
    });

    test('is stored once, with the announced size', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      const { uploadUrl, headers, object } = await announce(runner, task, 'bytes');
      const put = async (body: string, sent: Record<string, string>) =>
        (await fetch(uploadUrl, { method: 'PUT', body, headers: sent })).status;
      expect((await put('bytes', {})) >= 400, 'without what is signed').toBe(true);
      expect((await put('bytes and more', headers)) >= 400, 'more than announced').toBe(true);
      expect((await put('bytes', headers)) < 300).toBe(true);
      expect(await put('BYTES', headers), 'a second time').toBe(412);
      expect((await announce(runner, task, 'bytes')).object, 'the same again').toBe(object);
    });

    test('must have been announced and uploaded', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      const { object } = await announce(runner, task, 'bytes');
      expect(await refusal(commit(runner, task, 'bytes', object)), 'nothing was uploaded').toBe('400 invalid');
      await save(runner, task, 'others');
      const other = await announce(runner, task, 'others');
      expect(await refusal(commit(runner, task, 'bytes', other.object)), 'of other bytes').toBe('400 invalid');
      expect(await refusal(commit(runner, task, 'bytes', 'tasks/other/1-x'))).toBe('400 invalid');
      expect((await runner.claim()).checkpoint).toMatchObject({ object: other.object });
    });

    test('is saved only by the current holder of the task', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      await save(runner, task, 'bytes');
      const { object } = await announce(runner, task, 'bytes');
      await runner.claim();
      expect(await refusal(announce(runner, task, 'bytes'))).toBe('409 stale_epoch');
      expect(await refusal(commit(runner, task, 'bytes', object))).toBe('409 stale_epoch');
      const unknown = { ...task, id: newNonce() };
      expect(await refusal(announce(runner, unknown, 'bytes'))).toBe('404 not_found');
    });

    test('of a reopened task makes the next claim a resumed one', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await save(runner, task, 'before the end');
      await runner.finish(task, 'completed');
      await world.owner.reopen(task.id);
      const again = await runner.claim();
      expect(again).toMatchObject({ reopened: true, checkpoint: { size: 14 } });
      await save(runner, again, 'after it');
      expect(await runner.claim()).toMatchObject({ resumed: true, reopened: false });
    });
  });
}

async function save(runner: Runner, task: ClaimedTask, text: string): Promise<string> {
  const { object, uploadUrl, headers } = await announce(runner, task, text);
  const { ok, status } = await fetch(uploadUrl, { method: 'PUT', body: text, headers });
  if (!ok) throw new Error(`The upload was answered with ${status}`);
  await commit(runner, task, text, object);
  return object;
}

async function announce({ client }: Runner, { id: taskId, epoch }: ClaimedTask, text: string) {
  const body = { epoch, size: text.length, sha256: await sha256Of(text) };
  return client.call(agentRoutes.checkpointUpload, { params: { taskId }, body });
}

async function commit({ client }: Runner, { id: taskId, epoch }: ClaimedTask, text: string, object: string) {
  const body = { epoch, object, size: text.length, sha256: await sha256Of(text) };
  return client.call(agentRoutes.checkpointCommit, { params: { taskId }, body });
}
