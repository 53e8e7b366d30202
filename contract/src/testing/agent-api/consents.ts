import type { ApiError } from '../../client.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, request, startOnTask, step, type Asked } from './runner.ts';

/** A grant is redeemed once, for exactly what was shown, and its result is reported. */
export function describeConsents({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('a decision', () => {
    test('is redeemed with one nonce, again with the same one, and only for the bytes that were decided', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = await runner.ask(task);
      const nonce = newNonce();
      const early: unknown = await runner.release(task, item, nonce).catch((error: unknown) => error);
      expect(early, 'undecided').toMatchObject({ status: 409, reply: { code: 'conflict', isUndecided: true } });
      await world.owner.approve(item.id);
      const other = { ...item, hash: 'f'.repeat(64) };
      expect(await refusal(runner.release(task, other, nonce)), 'other bytes').toBe('409 content_changed');
      const decision = { itemId: item.id, isApproved: true, rejectionReason: null, hash: item.hash, edits: null };
      expect(await runner.release(task, item, nonce)).toEqual(decision);
      expect(await runner.release(task, item, nonce)).toEqual(decision);
      expect(await refusal(runner.release(task, item)), 'another nonce').toBe('409 conflict');
      expect(await world.owner.item(item.id)).toMatchObject({ grant: 'released' });
      await runner.report(task, item.id, 'executed');
      expect(await runner.release(task, item, nonce), 'after it was reported').toEqual(decision);
      expect(await world.owner.item(item.id)).toMatchObject({ grant: 'executed' });
    });

    test('comes with the reason, or with the text that the person wants', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const publish = { type: 'approval_request', toolName: 'publish', toolKind: 'publish' } as const;
      const [approved, rejected] = [await runner.ask(task, publish), await runner.ask(task)];
      await world.owner.approve(approved.id, { title: 'My title' });
      await world.owner.reject(rejected.id, 'Not this');
      expect(await runner.release(task, approved)).toMatchObject({ isApproved: true, edits: { title: 'My title' } });
      expect(await runner.release(task, rejected)).toMatchObject({ isApproved: false, rejectionReason: 'Not this' });
    });

    test('is no longer redeemed if it was an approval, and Stop was pressed since, once and for all', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const items: [Asked, Asked, Asked] = [await runner.ask(task), await runner.ask(task), await runner.ask(task)];
      const [redeemed, approved, rejected] = items;
      for (const { id } of [redeemed, approved]) await world.owner.approve(id);
      await world.owner.reject(rejected.id, 'Not this');
      const nonce = newNonce();
      await runner.release(task, redeemed, nonce);
      await world.owner.stop(task.id);
      const unused: unknown = await runner.release(task, approved).catch((error: unknown) => error);
      expect(unused).toMatchObject({ status: 409, reply: { code: 'conflict' } });
      expect((unused as ApiError).reply?.wasRedeemed).toBe(undefined);
      const repeated: unknown = await runner.release(task, redeemed, nonce).catch((error: unknown) => error);
      const isTaken = { status: 409, reply: { code: 'conflict', wasRedeemed: true } };
      expect(repeated, 'redeemed before, by a runner that has not had the reply').toMatchObject(isTaken);
      const another: unknown = await runner.release(task, redeemed).catch((error: unknown) => error);
      expect((another as ApiError).reply?.wasRedeemed, 'by an earlier run').toBe(undefined);
      expect(await runner.release(task, rejected)).toMatchObject({ isApproved: false, rejectionReason: 'Not this' });
      await runner.acknowledge(task, { stop: true });
      expect(await refusal(runner.release(task, approved)), 'the work goes on').toBe('409 conflict');
      expect(await refusal(runner.release(task, redeemed, nonce)), 'it still does').toBe('409 conflict');
      expect(await world.owner.item(approved.id)).toMatchObject({ isApproved: true, grant: 'unused' });
      await runner.report(task, redeemed.id, 'not_executed');
      expect(await world.owner.item(redeemed.id)).toMatchObject({ isApproved: true, grant: 'not_executed' });
      const since = await runner.ask(task);
      await world.owner.approve(since.id);
      expect(await runner.release(task, since)).toMatchObject({ isApproved: true });
    });

    test('has been given as it was redeemed if it is about a budget: a lost reply is sent again, also after Stop', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const toolParameters = { amount: 100, unit: 'tokens' };
      const budget = { type: 'approval_request', toolName: 'budget', toolKind: 'budget', toolParameters } as const;
      const item = await runner.ask(task, budget);
      await world.owner.approve(item.id);
      const nonce = newNonce();
      const decision = await runner.release(task, item, nonce);
      await world.owner.stop(task.id);
      expect(await runner.release(task, item, nonce)).toEqual(decision);
    });

    test('must be about a question of this task', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const silent = step();
      await runner.record(task, silent);
      for (const id of [silent.id, newNonce()]) {
        expect(await refusal(runner.release(task, { id, hash: 'f'.repeat(64) }))).toBe('404 not_found');
        expect(await refusal(runner.report(task, id, 'executed'))).toBe('404 not_found');
      }
    });
  });

  describe('a task with several questions', () => {
    for (const [verdicts, status] of [
      [[true, true, true], 'approved'],
      [[false, true, true], 'rejected'],
      [[true, false, true], 'rejected'],
      [[true, true, false], 'rejected'],
    ] as const) {
      test(`is ${status} after ${verdicts.map((yes) => (yes ? 'yes' : 'no')).join(', ')}`, async () => {
        const world = await newWorld();
        const { runner, task } = await startOnTask(world);
        const items = verdicts.map(() => request());
        await runner.record(task, ...items);
        for (const [index, { id }] of items.entries()) {
          expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
          if (verdicts[index]) await world.owner.approve(id);
          else await world.owner.reject(id, 'Not this');
        }
        expect(await world.owner.task(task.id)).toMatchObject({ status });
      });
    }

    test('runs again when the last decision is redeemed, and forgets earlier rejections', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [first, second] = [await runner.ask(task), await runner.ask(task)];
      await world.owner.reject(first.id, 'Not this');
      await runner.release(task, first);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
      await world.owner.approve(second.id);
      await runner.release(task, second);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'running' });
      const third = await runner.ask(task);
      await world.owner.approve(third.id);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'approved' });
    });

    test('may ask again although a decision has not been redeemed', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const first = await runner.ask(task);
      await world.owner.reject(first.id, 'Not this');
      const second = await runner.ask(task);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
      await world.owner.approve(second.id);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'approved' });
    });
  });

  describe('the result of a decision', () => {
    test('is reported after it was redeemed, and repeating it changes nothing', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      for (const outcome of ['executed', 'not_executed', 'diverged'] as const) {
        const item = await runner.ask(task);
        await world.owner.approve(item.id);
        expect(await refusal(runner.report(task, item.id, outcome)), 'not taken out').toBe('409 conflict');
        await runner.release(task, item);
        await runner.report(task, item.id, outcome, { exitCode: 0 });
        await runner.report(task, item.id, outcome);
        const toolResponse = { exitCode: 0 };
        expect(await world.owner.item(item.id)).toMatchObject({ grant: outcome, toolResponse, hash: item.hash });
        const other = outcome === 'executed' ? 'diverged' : 'executed';
        expect(await refusal(runner.report(task, item.id, other)), 'something else').toBe('409 conflict');
      }
    });

    test('is executed, not executed or diverged for an approval, told for a rejection', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const items: [Asked, Asked] = [await runner.ask(task), await runner.ask(task)];
      const [approved, rejected] = items;
      await world.owner.approve(approved.id);
      await world.owner.reject(rejected.id, 'Not this');
      for (const item of items) await runner.release(task, item);
      expect(await refusal(runner.report(task, approved.id, 'told'))).toBe('409 conflict');
      for (const outcome of ['executed', 'not_executed', 'diverged'] as const) {
        expect(await refusal(runner.report(task, rejected.id, outcome))).toBe('409 conflict');
      }
      await runner.report(task, rejected.id, 'told');
      expect(await world.owner.item(rejected.id)).toMatchObject({ grant: 'told', rejectionReason: 'Not this' });
    });
  });
}
