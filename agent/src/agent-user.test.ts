import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { findAgentUser } from './agent-user.ts';
import { startTestApi, type TestApi } from './testing/agent-api.ts';
import { startRunner, type StartedRunner } from './testing/start-runner.ts';

const isRoot = process.getuid?.() === 0;
/** Every system has it, it owns nothing, and it is not root. */
const USER = 'nobody';

let api: TestApi | null = null;
let runner: StartedRunner | null = null;
let folder: string | null = null;

afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api?.close();
  if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the account of agents', () => {
  it('is required in the image: without it nothing starts', async () => {
    await expect(findAgentUser('no-such-user', true)).rejects.toThrow('Agents must run as a user of their own');
    await expect(findAgentUser('no-such-user', false)).resolves.toBeNull();
  });

  it.runIf(isRoot)('reads nothing of the runner, and owns the workspace', async () => {
    api = await startTestApi();
    const task = api.state.addTask({ title: 'spy', agent: 'custom' });
    // The agent's user must be able to reach its workspace; a test's own folder is closed to others.
    folder = mkdtempSync(join(tmpdir(), 'countersign-user-'));
    chmodSync(folder, 0o755);
    const script = join(folder, 'odd-agent.mjs');
    execFileSync('cp', [join(import.meta.dirname, 'testing/odd-agent.mjs'), script]);
    const env = {
      AGENT_USER: USER,
      AGENT_USER_REQUIRED: '1',
      CUSTOM_AGENT: JSON.stringify([process.execPath, script]),
    };
    runner = startRunner(api.url, env, folder);
    await api.state.until(() => ['completed', 'failed'].includes(task.status), 'the end of the task');
    const words = api.state.itemsOf(task.id).find((item) => item.title === 'Message')?.content ?? '';
    const found = JSON.parse(words) as { uid: number; files: Record<string, string> };
    expect(found.uid).toBe(Number(execFileSync('id', ['-u', USER]).toString()));
    expect(Object.values(found.files)).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES']);
  });
});
