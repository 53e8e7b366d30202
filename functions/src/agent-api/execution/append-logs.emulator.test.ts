import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containerLogs } from '../../store/firestore.ts';
import { useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

describe('logs', () => {
  test('are in order, ignore repeated pieces, say when they were cut, and hold no secret', async () => {
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

  test('hold no half of a key that comes in two pieces; the next execution begins anew', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const read = () => owner.client.call(routes.getContainerLogs, { params: { id: runner.containerId } });
    const append = ({ client }: TestRunner, seq: number, text: string) =>
      client.call(agentRoutes.logs, { body: { seq, text } });
    await append(runner, 0, '-----BEGIN PRIVATE KEY-----\nMIIfirst\n');
    await append(runner, 1, 'MIIsecond\n-----END PRIVATE KEY-----\nbuilt\n');
    expect((await read()).logs).toBe('[redacted]\nbuilt\n');
    await append(runner, 2, '-----BEGIN PRIVATE KEY-----\nMIIthird\n');
    await runner.client.call(agentRoutes.exit, { body: { reason: 'idle' } });
    await owner.client.call(routes.resumeContainer, { params: { id: runner.containerId } });
    await append(await stack.runnerOf(runner.containerId, 2), 0, 'started\n');
    expect((await read()).logs).toBe('[redacted]\nbuilt\n[redacted]started\n');
  });

  test('are read on from a position, and from the start where that is gone or was masked since', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const append = (seq: number, text: string) => runner.client.call(agentRoutes.logs, { body: { seq, text } });
    const read = async (position: string | null = null) => {
      const headers: Record<string, string> = position === null ? {} : { 'X-Log-Position': position };
      const input = { params: { id: runner.containerId }, headers };
      const { reply, headers: told } = await owner.client.callFully(routes.getContainerLogs, input);
      return { logs: reply.logs, position: told.get('X-Log-Position'), goesOn: told.has('X-Log-Continues') };
    };
    expect(await read()).toEqual({ logs: '', position: null, goesOn: false });
    await append(0, 'one\n');
    const first = await read();
    expect(first).toMatchObject({ logs: 'one\n', goesOn: false });
    expect(await read(first.position)).toEqual({ logs: '', position: first.position, goesOn: true });
    await append(1, `${'y'.repeat(40_000)}\n`);
    await append(2, `${'z'.repeat(40_000)}\n`);
    const second = await read(first.position);
    expect(second, 'over the end of a chunk').toMatchObject({
      logs: `${'y'.repeat(40_000)}\n${'z'.repeat(40_000)}\n`,
      goesOn: true,
    });
    await append(3, 'token ghp_abcdefghij');
    const open = await read(second.position);
    expect(open.logs).toBe('token ghp_abcdefghij');
    await append(4, 'klmnopqrstuvwxyz\n');
    const masked = await read(open.position);
    expect(masked.goesOn, 'after what was shown was masked').toBe(false);
    expect(masked.logs.endsWith('token [redacted]\n')).toBe(true);
    for (const wrong of ['', 'x', '1.2', '99999.0.0123456789abcdef', '0.999999999.0123456789abcdef']) {
      expect((await read(wrong)).goesOn, wrong).toBe(false);
    }
    const line = `${'e'.repeat(999)}\n`;
    for (let seq = 5; seq < 27; seq += 1) await append(seq, line.repeat(60));
    expect(await read(first.position), 'after the ring has gone round').toMatchObject({ goesOn: false });
  });
});
