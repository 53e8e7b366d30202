import { ACKNOWLEDGE_MAX } from '../../lib/constants.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, startOnTask, startRunner } from './runner.ts';

const NOTHING = { directive: 'run', decisions: [], messages: [], stop: false, work: false };

/** What held requests and heartbeats report, including what happened before they arrived. */
export function describeWait({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('wait', () => {
    test('reports decisions about the items it names', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [one, other] = [await runner.ask(task), await runner.ask(task)];
      const held = runner.wait(task, { itemIds: [one.id, other.id] });
      await world.owner.approve(one.id);
      const decision = { itemId: one.id, isApproved: true, rejectionReason: null, hash: one.hash, edits: null };
      expect(await held).toMatchObject({ ...NOTHING, decisions: [decision] });
      expect(await runner.wait(task, { itemIds: [one.id] }), 'missed').toMatchObject({
        ...NOTHING,
        decisions: [decision],
      });
      expect(await runner.wait(task, { itemIds: [other.id], timeoutSeconds: 0 })).toMatchObject(NOTHING);
      await world.owner.reject(other.id, 'Not this');
      const { decisions } = await runner.wait(task, { itemIds: [one.id, other.id] });
      expect(decisions.map(({ itemId, isApproved }) => [itemId, isApproved]).sort()).toEqual(
        [[one.id, true] as const, [other.id, false] as const].sort(),
      );
    });

    test('reports nothing about a task other than the one it names', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = await runner.ask(task);
      await world.owner.addTask({ title: 'Another task' });
      const other = await runner.claim();
      await world.owner.approve(item.id);
      expect(await runner.wait(other, { itemIds: [item.id], timeoutSeconds: 0 })).toMatchObject(NOTHING);
      expect(await runner.wait(null, { itemIds: [item.id], timeoutSeconds: 1 }), 'of none').toMatchObject(NOTHING);
      expect((await runner.wait(task, { itemIds: [item.id] })).decisions).toMatchObject([{ itemId: item.id }]);
    });

    test('reports messages, repeatedly until they are acknowledged', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const held = runner.wait(task);
      const ids = [await world.owner.say(task.id, 'First')];
      expect((await held).messages).toMatchObject([{ id: ids[0], text: 'First' }]);
      ids.push(await world.owner.say(task.id, 'Second'));
      const both = await runner.wait(task);
      expect(both.messages.map(({ id, text }) => [id, text])).toEqual([
        [ids[0], 'First'],
        [ids[1], 'Second'],
      ]);
      await runner.acknowledge(task, { messageIds: [ids[0] ?? '', newNonce()] });
      expect((await runner.wait(task)).messages).toMatchObject([{ id: ids[1] }]);
      await runner.acknowledge(task, { messageIds: ids });
      expect(await runner.wait(task, { timeoutSeconds: 0 })).toMatchObject(NOTHING);
    });

    test('reports 100 messages at a time, like a claim: those since Stop, then the oldest; the others once these are heard', async () => {
      const world = await newWorld();
      const taskId = await world.owner.addTask({ title: 'One that its owner has much to say about' });
      const ids: string[] = [];
      for (let count = 0; count <= ACKNOWLEDGE_MAX; count += 1) ids.push(await world.owner.say(taskId, `${count}`));
      const runner = await startRunner(world);
      let task = await runner.claim();
      const first = ids.slice(0, ACKNOWLEDGE_MAX);
      expect(task.messages.map(({ id }) => id)).toEqual(first);
      expect((await runner.wait(task)).messages.map(({ id }) => id)).toEqual(first);

      await world.owner.stop(taskId);
      expect((await runner.wait(task)).messages.map(({ id }) => id)).toEqual(first);
      const since = await world.owner.say(taskId, 'Go on all the same');
      const withIt = [...first.slice(0, -1), since];
      expect(
        (await runner.wait(task)).messages.map(({ id }) => id),
        'what came since Stop',
      ).toEqual(withIt);
      task = await runner.claim();
      expect(task.messages.map(({ id }) => id)).toEqual(withIt);
      await runner.acknowledge(task, { stop: true, messageIds: [since] });

      await runner.acknowledge(task, { messageIds: first });
      expect((await runner.wait(task)).messages).toMatchObject([{ id: ids.at(-1), text: `${ACKNOWLEDGE_MAX}` }]);
      await runner.finish(task, 'completed');
      expect((await runner.claim()).messages).toMatchObject([{ id: ids.at(-1) }]);
    });

    test('reports Stop and when it was pressed, until that is acknowledged', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const held = runner.wait(task);
      await world.owner.stop(task.id);
      const { stop, stoppedAt } = await held;
      expect([stop, typeof stoppedAt]).toEqual([true, 'string']);
      expect(await runner.beat(task)).toMatchObject({ stop: true, stoppedAt });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'running' });
      await world.owner.stop(task.id);
      const again = await runner.beat(task);
      expect((again.stoppedAt ?? '') > (stoppedAt ?? ''), 'pressed again').toBe(true);
      await runner.acknowledge(task, { stop: true, stoppedAt });
      expect(await runner.beat(task), 'the later one holds').toMatchObject({
        stop: true,
        stoppedAt: again.stoppedAt,
      });
      expect(await refusal(runner.acknowledge(task, { stop: true, stoppedAt: 'not a time at all' }))).toBe(
        '400 invalid',
      );
      await runner.acknowledge(task, { stop: true, stoppedAt: again.stoppedAt });
      expect((await runner.beat(task)).stop).toBe(false);
      await world.owner.stop(task.id);
      await runner.acknowledge(task, { stop: true });
      expect((await runner.beat(task)).stop, 'whichever there is').toBe(false);
      expect(await runner.wait(task, { timeoutSeconds: 0 })).toMatchObject(NOTHING);
    });

    test('Stop rejects the open questions', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const items = [await runner.ask(task), await runner.ask(task)];
      await world.owner.approve(items[0]?.id ?? '');
      await world.owner.stop(task.id);
      const { decisions, stop } = await runner.wait(task, { itemIds: items.map(({ id }) => id) });
      expect([decisions.length, stop]).toEqual([2, true]);
      const rejected = decisions.find(({ itemId }) => itemId === items[1]?.id);
      expect(rejected).toMatchObject({ isApproved: false, rejectionReason: 'Stopped', byStop: true });
      expect(await world.owner.item(items[0]?.id ?? '')).toMatchObject({ isApproved: true });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'rejected' });
    });

    test('reports work to an idle runner: new, or decided', async () => {
      const world = await newWorld();
      const runner = await startRunner(world);
      const held = runner.wait(null, { forWork: true });
      await world.owner.addTask({ title: 'A task' });
      expect(await held).toMatchObject({ ...NOTHING, work: true });
      expect(await runner.wait(null, { timeoutSeconds: 0 }), 'not asked for').toMatchObject(NOTHING);
      const task = await runner.claim();
      const item = await runner.ask(task);
      expect(await runner.wait(null, { forWork: true, timeoutSeconds: 0 })).toMatchObject(NOTHING);
      const parked = runner.wait(null, { forWork: true });
      await world.owner.reject(item.id, 'Not this');
      expect(await parked).toMatchObject({ ...NOTHING, work: true });
    });

    test('reports a pause, and the end of its container', async () => {
      const world = await newWorld();
      const runner = await startRunner(world);
      const held = runner.wait(null);
      await world.owner.pause();
      expect((await held).directive).toBe('pause');
      expect((await runner.beat()).directive).toBe('pause');
      await world.owner.deleteContainer();
      expect((await runner.wait(null)).directive).toBe('exit');
      expect(await refusal(runner.beat())).toBe('409 stale_epoch');
      expect(await refusal(runner.claim())).toBe('409 stale_epoch');
    });

    test('lets go of a task that is claimed again meanwhile', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const held = runner.wait(task);
      await runner.claim();
      // Whether it was held already or arrives after the claim, it does not wait for a task that is no longer its own.
      const told = await held.then(
        ({ directive }) => directive,
        () => refusal(held),
      );
      expect(['exit', '409 stale_epoch'].includes(told), told).toBe(true);
    });

    test('is refused for a task that is not its own, and for too long a time', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      expect(await refusal(runner.wait({ id: newNonce(), epoch: 1 }))).toBe('404 not_found');
      expect(await refusal(runner.wait({ ...task, epoch: task.epoch + 1 }))).toBe('409 stale_epoch');
      expect(await refusal(runner.wait(task, { timeoutSeconds: 241 }))).toBe('400 invalid');
    });
  });

  describe('a heartbeat', () => {
    test('renews the lease of a task that runs', async () => {
      const { runner, task } = await startOnTask(await newWorld());
      expect(await runner.beat()).toMatchObject({ directive: 'run', stop: false, leaseUntil: null });
      const { leaseUntil } = await runner.beat(task);
      expect(Date.parse(leaseUntil ?? '') > Date.now()).toBe(true);
      await runner.ask(task);
      expect((await runner.beat(task)).leaseUntil, 'one that asks has none').toBe(null);
      expect(await refusal(runner.beat({ id: newNonce(), epoch: 1 }))).toBe('404 not_found');
    });
  });
}
