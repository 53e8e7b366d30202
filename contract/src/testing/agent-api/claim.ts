import * as agentRoutes from '../../agent-api/routes.ts';
import type { Harness, TestFramework } from './harness.ts';
import { newNonce, refusal, request, startOnTask, startRunner, step } from './runner.ts';

/** Which task is claimed next, and what its runner receives. */
export function describeClaim({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('claim', () => {
    test('the highest priority comes first, then the oldest', async () => {
      const world = await newWorld();
      const added: string[] = [];
      for (const priority of [1, 5, 5, 9, 0]) added.push(await world.owner.addTask({ title: 'A task', priority }));
      const runner = await startRunner(world);
      const claimed: string[] = [];
      for (const _ of added) {
        const task = await runner.claim();
        claimed.push(task.id);
        await runner.finish(task, 'completed');
      }
      expect(claimed).toEqual([3, 1, 2, 0, 4].map((index) => added[index]));
      expect(await runner.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
    });

    test('a first claim has nothing from earlier runs', async () => {
      const world = await newWorld();
      const id = await world.owner.addTask({ title: 'A task', description: 'What to do' });
      const task = await (await startRunner(world)).claim();
      expect(task).toMatchObject({
        id,
        title: 'A task',
        description: 'What to do',
        epoch: 1,
        branch: `countersign/${id}`,
        repositories: [],
        openItems: [],
        messages: [],
        checkpoint: null,
        resumed: false,
        reopened: false,
      });
      expect(Date.parse(task.leaseUntil) > Date.now()).toBe(true);
      expect(await world.owner.task(id)).toMatchObject({ status: 'running' });
    });

    test('a claim whose reply was lost is given again, and fences the former one', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await world.owner.addTask({ title: 'More urgent', priority: 10 });
      expect(await runner.claim()).toMatchObject({ id: task.id, epoch: task.epoch + 1, resumed: true });
      const item = { id: newNonce(), hash: 'a'.repeat(64) };
      const late = [
        runner.record(task, step()),
        runner.beat(task),
        runner.wait(task, { timeoutSeconds: 0 }),
        runner.release(task, item),
        runner.report(task, item.id, 'executed'),
        runner.acknowledge(task, { stop: true }),
        runner.finish(task, 'completed'),
      ];
      for (const said of await Promise.all(late.map(refusal))) expect(said).toBe('409 stale_epoch');
    });

    test('a parked task that is decided comes before more urgent ones', async () => {
      for (const isApproved of [true, false]) {
        const world = await newWorld();
        const { runner, task } = await startOnTask(world);
        const item = request();
        await runner.record(task, item);
        await world.owner.addTask({ title: 'More urgent', priority: 10 });
        if (isApproved) await world.owner.approve(item.id);
        else await world.owner.reject(item.id, 'Not this');
        const again = await runner.claim();
        expect(again).toMatchObject({ id: task.id, epoch: 2 });
        const { id, type, title, toolName, toolKind } = item;
        const rejectionReason = isApproved ? null : 'Not this';
        const open = { id, type, title, toolName, toolKind, grant: 'unused', isApproved, rejectionReason };
        expect(again.openItems).toMatchObject([open]);
        expect(await world.owner.task(task.id)).toMatchObject({ status: 'running' });
      }
    });

    test('a task with open questions is claimed only for a message of its owner, and keeps asking', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const { id, hash } = await runner.ask(task, { reference: 'call-1' });
      expect(await runner.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
      const messageId = await world.owner.say(task.id, 'Be quick');
      const again = await runner.claim();
      expect(again).toMatchObject({
        id: task.id,
        epoch: 2,
        messages: [{ id: messageId, text: 'Be quick' }],
        openItems: [{ id, hash, grant: 'unused', isApproved: null, reference: 'call-1' }],
      });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
      await runner.acknowledge(again, { messageIds: [messageId] });
      expect(await runner.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
    });

    test('a redeemed grant without a result is listed, one with a result is not', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const [known, unknown] = [await runner.ask(task), await runner.ask(task)];
      for (const item of [known, unknown]) await world.owner.approve(item.id);
      for (const item of [known, unknown]) await runner.release(task, item);
      await runner.report(task, known.id, 'executed');
      expect((await runner.claim()).openItems).toMatchObject([{ id: unknown.id, grant: 'released', isApproved: true }]);
    });

    test('a paused container gets that directive, and no task', async () => {
      const world = await newWorld();
      const runner = await startRunner(world);
      await world.owner.pause();
      await world.owner.addTask({ title: 'A task' });
      expect(await runner.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'pause', task: null });
    });
  });

  describe('the git credentials of a repository', () => {
    test('are given only for repositories of the project', async () => {
      const world = await newWorld();
      const token = `ghp_${'a'.repeat(36)}`;
      const [one, other] = [await world.owner.addRepository(token), await world.owner.addRepository(null)];
      const runner = await startRunner(world);
      const read = (repositoryId: string) =>
        runner.client.call(agentRoutes.credentials, { params: { repositoryId }, body: {} });
      expect(await read(one)).toEqual({ username: 'x-access-token', token });
      expect(await read(other)).toEqual({ username: 'x-access-token', token: null });
      expect(await refusal(read(newNonce()))).toBe('404 not_found');
    });
  });
}
