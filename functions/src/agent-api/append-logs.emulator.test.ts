import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containerLogs } from '../firestore.ts';
import { useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

describe('logs', () => {
  test('are in order, ignore what came before, tell of a cut, and hold no secret', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const append = (seq: number, text: string) => runner.client.call(agentRoutes.logs, { body: { seq, text } });
    const read = () => owner.client.call(routes.getContainerLogs, { params: { id: runner.containerId } });
    await append(0, 'one\n');
    await append(1, 'token ghp_abcdefghij');
    await append(1, 'again\n');
    await append(2, 'klmnopqrstuvwxyz\n');
    expect((await read()).logs).toBe('one\ntoken [redacted]\n');
    const line = `${'é'.repeat(500)}\n`;
    for (let seq = 3; seq < 25; seq += 1) await append(seq, `${seq} ${line.repeat(60)}`);
    const { logs } = await read();
    expect(logs.startsWith('[Earlier lines are gone')).toBe(true);
    expect(logs.endsWith(`24 ${line.repeat(60)}`)).toBe(true);
    expect(Buffer.byteLength(logs)).toBeLessThan(1024 * 1024 + 100);
    expect(logs).not.toContain('\uFFFD');
    expect((await containerLogs(runner.containerId).get()).size).toBe(16);
  });
});
