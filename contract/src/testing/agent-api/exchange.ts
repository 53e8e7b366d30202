import { createClient } from '../../client.ts';
import * as agentRoutes from '../../agent-api/routes.ts';
import type { Harness, TestFramework } from './harness.ts';
import { exchange, newNonce, refusal, startOnTask, startRunner } from './runner.ts';

/** How an execution is let in, and kept out once another one has taken its place. */
export function describeExchange({ describe, test, expect }: TestFramework, { newWorld }: Harness): void {
  describe('exchange', () => {
    test('gives the token to one nonce, repeatedly until it is used, and to no other', async () => {
      const world = await newWorld();
      const nonce = newNonce();
      const first = await exchange(world, world.startCode, nonce);
      expect(first).toMatchObject({ containerId: world.containerId, epoch: 1 });
      expect(await exchange(world, world.startCode, nonce)).toEqual(first);
      expect(await refusal(exchange(world, world.startCode, newNonce()))).toBe('401 unauthorized');
      const headers = () => ({ Authorization: `Bearer ${first.token}` });
      await createClient({ baseUrl: world.url, headers }).call(agentRoutes.claim, { body: {} });
      expect(await refusal(exchange(world, world.startCode, nonce))).toBe('401 unauthorized');
    });

    test('refuses a forged code, and a nonce that could be guessed', async () => {
      const world = await newWorld();
      expect(await refusal(exchange(world, 'A'.repeat(43), newNonce()))).toBe('401 unauthorized');
      expect(await refusal(exchange(world, world.startCode, 'short'))).toBe('400 invalid');
    });

    test('nothing opens without its token', async () => {
      const world = await newWorld();
      for (const token of ['', 'garbage']) {
        const headers = () => ({ Authorization: `Bearer ${token}` });
        const call = createClient({ baseUrl: world.url, headers }).call(agentRoutes.claim, { body: {} });
        expect(await refusal(call)).toBe('401 unauthorized');
      }
      const nobody = createClient({ baseUrl: world.url }).call(agentRoutes.claim, { body: {} });
      expect(await refusal(nobody)).toBe('401 unauthorized');
    });
  });

  describe('an execution that was replaced', () => {
    test('is stale in everything, and its code opens nothing', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await runner.client.call(agentRoutes.exit, { body: { reason: 'paused', taskId: task.id, epoch: task.epoch } });
      expect(await world.owner.containerStatus()).toBe('paused');
      const next = await startRunner(world, await world.restart());
      expect(next.exchanged).toMatchObject({ containerId: world.containerId, epoch: 2 });
      const late = [
        runner.claim(),
        runner.beat(),
        runner.beat(task),
        runner.wait(null, { timeoutSeconds: 0 }),
        runner.record(task, { id: newNonce(), type: 'planning', title: 'Late' }),
        runner.finish(task, 'completed'),
        runner.client.call(agentRoutes.logs, { body: { seq: 0, text: 'late' } }),
        runner.client.call(agentRoutes.exit, { body: { reason: 'idle' } }),
      ];
      for (const said of await Promise.all(late.map(refusal))) expect(said).toBe('409 stale_epoch');
      expect(await refusal(exchange(world, world.startCode, newNonce()))).toBe('401 unauthorized');
    });
  });

  describe('exit', () => {
    test('gives the running task back at once, for any claim', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'pending' });
      const next = await startRunner(world, await world.restart());
      expect(await next.claim()).toMatchObject({ id: task.id, epoch: 2, resumed: true });
    });

    test('leaves a task with open questions parked', async () => {
      const world = await newWorld();
      const { runner, task } = await startOnTask(world);
      const item = await runner.ask(task);
      await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
      expect(await world.owner.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
      const next = await startRunner(world, await world.restart());
      expect(await next.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
      await world.owner.approve(item.id);
      expect(await next.claim()).toMatchObject({ id: task.id, openItems: [{ id: item.id, isApproved: true }] });
    });
  });
}
