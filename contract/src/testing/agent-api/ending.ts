import * as agentRoutes from '../../agent-api/routes.ts';
import type { ClaimedTask } from '../../agent-api/runner.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, startOnTask, startRunner, step } from './runner.ts';

const published = {
  branch: 'countersign/x',
  commit: 'c'.repeat(40),
  pullRequestUrl: 'https://github.com/acme/hello/pull/1',
};

/** For each open item, whether the task has ended since the item was decided. */
const marksOf = ({ openItems }: ClaimedTask) => new Map(openItems.map(({ id, endedSince }) => [id, endedSince]));

/** The end of a task, what comes after it, and the log of its container. */
export function describeEnding({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('finish', () => {
    for (const status of ['completed', 'failed'] as const) {
      test(`${status}: once, however often it is sent, and nothing is written afterwards`, async () => {
        const world = await newWorld();
        const { runner, task } = await startOnTask(world);
        const item = { id: newNonce(), type: 'completion', title: 'The end', content: 'It is done.' } as const;
        await runner.finish(task, status, { item, ...published });
        await runner.finish(task, status, { item, ...published });
        expect(await world.owner.task(task.id)).toEqual({ status, ...published });
        expect(await world.owner.items(task.id)).toMatchObject([item]);
        const other = status === 'completed' ? 'failed' : 'completed';
        expect(await refusal(runner.finish(task, other, { item }))).toBe('409 stale_epoch');
        expect(await refusal(runner.finish(task, status))).toBe('409 stale_epoch');
        expect(await refusal(runner.record(task, step()))).toBe('409 stale_epoch');
        expect(await refusal(runner.beat(task))).toBe('409 stale_epoch');
      });
    }

    test('keeps the address of a pull request with the commit that it was reported with', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await runner.finish(task, 'completed', published);
      const next = { branch: published.branch, commit: 'd'.repeat(40), pullRequestUrl: null };
      for (const result of [{ ...published, pullRequestUrl: null }, next]) {
        await world.owner.reopen(task.id);
        await runner.finish(await runner.claim(), 'completed', result);
        const expected = result === next ? next : published;
        expect(await world.owner.task(task.id)).toEqual({ status: 'completed', ...expected });
      }
    });

    test('closes open questions, and leaves decided ones', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [open, decided] = [await runner.ask(task), await runner.ask(task)];
      await world.owner.approve(decided.id);
      await runner.finish(task, 'failed');
      const closed = { isApproved: false, rejectionReason: 'The agent no longer asks this', grant: 'told' };
      expect(await world.owner.item(open.id)).toMatchObject(closed);
      expect(await world.owner.item(decided.id)).toMatchObject({ isApproved: true, grant: 'unused' });
    });

    test('may come before a decision was redeemed', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = await runner.ask(task);
      await world.owner.reject(item.id, 'Not this');
      await runner.finish(task, 'completed');
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'completed' });
    });

    test('needs a completion item, and a known task', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      const item = { id: newNonce(), type: 'planning', title: 'No end' } as const;
      expect(await refusal(runner.finish(task, 'completed', { item }))).toBe('400 invalid');
      expect(await refusal(runner.finish({ id: newNonce(), epoch: 1 }, 'completed'))).toBe('404 not_found');
    });

    test('completed, with an undelivered message: the task goes on, and its next claim has the message', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const told = await world.owner.say(task.id, 'Be quick');
      await runner.acknowledge(task, { messageIds: [told] });
      const asked = await runner.ask(task);
      await world.owner.approve(asked.id);
      const untold = await world.owner.say(task.id, 'One thing more');
      const item = { id: newNonce(), type: 'completion', title: 'The end', content: 'It is done.' } as const;
      await runner.finish(task, 'completed', { item, ...published });
      await runner.finish(task, 'completed', { item, ...published });
      expect(await world.owner.task(task.id)).toEqual({ status: 'pending', ...published });
      expect(await refusal(runner.beat(task))).toBe('409 stale_epoch');
      const again = await runner.claim();
      expect(again).toMatchObject({ id: task.id, epoch: 2, resumed: true, reopened: true });
      expect(again.messages.map(({ id }) => id)).toEqual([untold]);
      expect(await refusal(runner.release(again, asked)), 'approved before the end').toBe('409 conflict');
      await runner.acknowledge(again, { messageIds: [untold] });
      await runner.finish(again, 'completed');
      expect(await world.owner.task(task.id)).toEqual({ status: 'completed', ...published });
    });

    test('failed, or stopped after the message: an undelivered message waits until the task is reopened', async () => {
      const world = await newWorld();
      for (const title of ['One', 'Two']) await world.owner.addTask({ title });
      const runner = await startRunner(world);
      for (const status of ['failed', 'completed'] as const) {
        const task = await runner.claim();
        const untold = await world.owner.say(task.id, 'One thing more');
        if (status === 'completed') await world.owner.stop(task.id);
        await runner.finish(task, status);
        expect(await world.owner.task(task.id)).toMatchObject({ status });
        await world.owner.reopen(task.id);
        const again = await runner.claim();
        expect(again.messages.map(({ id }) => id)).toEqual([untold]);
        await runner.acknowledge(again, { messageIds: [untold] });
        await runner.finish(again, 'completed');
      }
    });

    test('completed, with a message that came after Stop: the task goes on', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await world.owner.stop(task.id);
      await world.owner.say(task.id, 'But this');
      await runner.finish(task, 'completed');
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'pending' });
      expect((await runner.beat(await runner.claim())).stop).toBe(false);
    });

    test('ends a Stop with it', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await world.owner.stop(task.id);
      await runner.finish(task, 'completed');
      await world.owner.reopen(task.id);
      expect((await runner.beat(await runner.claim())).stop).toBe(false);
    });
  });

  describe('a task that is reopened', () => {
    test('says so until its work is saved again, and asks nothing from before', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const asked = await runner.ask(task);
      await runner.finish(task, 'failed', published);
      await world.owner.reopen(task.id);
      expect(await world.owner.task(task.id)).toMatchObject({ ...published, status: 'pending' });
      const again = await runner.claim();
      const { branch } = published;
      expect(again).toMatchObject({ id: task.id, epoch: 2, resumed: true, reopened: true, openItems: [], branch });
      expect(await refusal(runner.release(again, asked)), 'closed with the end').toBe('409 conflict');
      await runner.finish(again, 'completed');
      expect(await world.owner.task(task.id), 'what is not said stays').toEqual({ ...published, status: 'completed' });
    });

    test('tells what was decided before it ended from what was decided since', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const before = await runner.ask(task);
      await world.owner.approve(before.id);
      await runner.finish(task, 'failed');
      await world.owner.reopen(task.id);
      const again = await runner.claim();
      expect(again.openItems).toMatchObject([{ id: before.id, isApproved: true, endedSince: true }]);
      expect(await refusal(runner.release(again, before)), 'whatever its runner knows').toBe('409 conflict');
      const since = await runner.ask(again);
      await world.owner.approve(since.id);
      const later = await runner.claim();
      expect(later.reopened, 'nothing was saved').toBe(true);
      const marks = marksOf(later);
      expect([marks.get(before.id), marks.get(since.id)]).toEqual([true, false]);
    });

    for (const how of ['a Stop', 'a rejection'] as const) {
      test(`while it waits, after ${how}: nothing that was decided before counts any more`, async () => {
        const world = await newWorld();
        const { runner, task } = await startOnTask(world);
        const [approved, other] = [await runner.ask(task), await runner.ask(task)];
        await world.owner.approve(approved.id);
        await (how === 'a Stop' ? world.owner.stop(task.id) : world.owner.reject(other.id, 'Not this'));
        expect(await world.owner.task(task.id)).toMatchObject({ status: 'rejected' });
        await world.owner.reopen(task.id);
        const again = await runner.claim();
        expect(again.reopened).toBe(true);
        expect(marksOf(again)).toEqual(new Map([approved, other].map(({ id }) => [id, true])));
      });
    }

    for (const isStopped of [true, false]) {
      test(`after it has failed${isStopped ? ' and was stopped' : ''}: of what was redeemed, only a Stop is told`, async () => {
        const world = await newWorld();
        const { runner, task } = await startOnTask(world);
        const redeemed = await runner.ask(task);
        await world.owner.approve(redeemed.id);
        await runner.release(task, redeemed);
        if (isStopped) await world.owner.stop(task.id);
        await runner.finish(task, 'failed');
        await world.owner.reopen(task.id);
        const again = await runner.claim();
        expect(again.openItems).toMatchObject([{ id: redeemed.id, grant: 'released', endedSince: isStopped }]);
      });
    }
  });

  describe('a task that its container has left before it ended', () => {
    test('ends with a Stop at once; reopened, it has nothing left that was redeemed', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const redeemed = await runner.ask(task);
      await world.owner.approve(redeemed.id);
      await runner.release(task, redeemed);
      const exit = { reason: 'paused', taskId: task.id, epoch: task.epoch } as const;
      await runner.client.call(agentRoutes.exit, { body: exit });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'pending' });
      await world.owner.stop(task.id);
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'failed' });
      const next = await startRunner(world, await world.restart());
      await world.owner.reopen(task.id);
      const again = await next.claim();
      expect(again.openItems).toMatchObject([{ id: redeemed.id, grant: 'released', endedSince: true }]);
      expect((await next.beat(again)).stop).toBe(false);
    });
  });

  describe('a task that goes on after a Stop', () => {
    test('does so without what was approved before, whatever its runner has kept of it', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [approved, rejected, open] = [await runner.ask(task), await runner.ask(task), await runner.ask(task)];
      await world.owner.approve(approved.id);
      await world.owner.reject(rejected.id, 'Not this');
      await world.owner.stop(task.id);
      const message = await world.owner.say(task.id, 'But this');
      await runner.acknowledge(task, { messageIds: [message], stop: true });
      const since = await runner.ask(task);
      await world.owner.approve(since.id);
      const again = await runner.claim();
      expect([again.reopened, await runner.beat(again)]).toMatchObject([false, { stop: false }]);
      const marks = marksOf(again);
      expect([approved, rejected, since].map(({ id }) => marks.get(id))).toEqual([true, false, false]);
      expect(marks.get(open.id), 'what Stop itself rejected').toBe(true);
      const byStop = again.openItems.filter((item) => item.byStop === true);
      expect(byStop.map(({ id }) => id)).toEqual([open.id]);
      expect(await runner.release(again, open)).toMatchObject({ isApproved: false, byStop: true });
    });
  });

  describe('the log', () => {
    test('takes each piece once, in order, one execution after the other', async () => {
      const world = await newWorld();
      const runner = await startRunner(world);
      const append = (seq: number, text: string, by = runner) =>
        by.client.call(agentRoutes.logs, { body: { seq, text } });
      for (const [seq, text] of ['one\n', 'two\n'].entries()) await append(seq, text);
      await append(1, 'two again\n');
      await append(0, 'one again\n');
      await append(2, 'three\n');
      expect(await world.owner.logs()).toBe('one\ntwo\nthree\n');
      expect(await refusal(append(3, 'x'.repeat(64 * 1024 + 1)))).toBe('400 invalid');
      await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
      await append(0, 'four\n', await startRunner(world, await world.restart()));
      expect(await world.owner.logs()).toBe('one\ntwo\nthree\nfour\n');
    });
  });
}
