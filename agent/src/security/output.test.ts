import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { isLong, sampled } from '../../../dev/testing/sample.ts';
import { misbehavingAgentEnv } from '../testing/misbehaving-agent.ts';
import { inEachWay } from './in-each-way.ts';

inEachWay((isolation) => {
  const harness = useHarness();

  /** How much each one writes; 5 GB in the long tests. */
  const MIB = isLong ? 5_000 : 100;
  const LIMIT_MS = isLong ? 600_000 : 120_000;
  /** The runner's peak memory: it takes 80 by itself, and a message of 1 MiB a multiple of that while it is read. */
  const MEMORY_MIB = 400;

  async function pour(to: string, mib: number, env: Record<string, string> = {}) {
    const files = { 'pour.json': JSON.stringify({ to, mib }) };
    const task = await harness.begin({
      agent: 'custom',
      title: 'pour',
      files,
      env: { ...misbehavingAgentEnv(), ...isolation, ...env },
    });
    const { api, runner } = harness;
    // After the task the runner waits for work, so its high-water mark can still be read.
    await api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end', LIMIT_MS);
    const highest =
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${runner.process.pid}/status`, 'utf8'))?.[1]) / 1024;
    const items = api.state.itemsOf(task.id);
    return { task, highest, items, log: () => api.state.logs.join('') };
  }

  describe(`${MIB} MiB of output`, { timeout: LIMIT_MS + 10_000 }, () => {
    it.each(sampled(['errors', 'an endless line of errors'], 1))('%s: the log is cut and says so', async (to) => {
      const { task, highest, log } = await pour(to, MIB, { OUTPUT_LIMIT_MIB: '10000' });
      expect(task.status, log()).toBe('completed');
      expect(highest).toBeLessThan(MEMORY_MIB);
      await harness.api.state.until(() => /cut here: \d+ more bytes of error output/.test(log()), 'a word about it');
      expect(log().length).toBeLessThan(1024 * 1024);
    });

    it.each(sampled(['messages', 'results of commands'], 1))('%s: what is recorded is cut and says so', async (to) => {
      const { task, highest, items, log } = await pour(to, MIB, { OUTPUT_LIMIT_MIB: '10000' });
      expect(task.status, log()).toBe('completed');
      expect(highest).toBeLessThan(MEMORY_MIB);
      expect(JSON.stringify(items)).toMatch(/cut here: \d+ more characters/);
      for (const item of items) expect(JSON.stringify(item).length).toBeLessThan(250_000);
    });

    it('an endless message: the agent is ended, and the task says why', async () => {
      const { task, highest, items } = await pour('an endless message', MIB);
      expect(task.status).toBe('failed');
      expect(items.at(-1)?.content).toBe('The agent sent a message of more than 32 MiB.');
      expect(highest).toBeLessThan(MEMORY_MIB);
    });

    it.each(sampled(['messages', 'errors'], 1))(
      '%s, more than an agent may write in all: it is ended, and the task says why',
      async (to) => {
        const { task, highest, items } = await pour(to, MIB, { OUTPUT_LIMIT_MIB: '20' });
        expect(task.status).toBe('failed');
        expect(items.at(-1)?.content).toBe('The agent wrote more than 20 MiB of output.');
        expect(highest).toBeLessThan(MEMORY_MIB);
      },
    );
  });
});
