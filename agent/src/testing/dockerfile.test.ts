import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './agent-api.ts';
import { makeImage, readDockerfile } from './dockerfile.ts';
import { isLong } from '../../../dev/testing/sample.ts';
import { makeFolder, removeTestFolders, startRunner, type StartedRunner } from './start-runner.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  packages: Record<string, { version: string }>;
}

const isRoot = process.getuid?.() === 0;
let api: TestApi | null = null;
let runner: StartedRunner | null = null;

afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api?.close();
});
afterAll(() => removeTestFolders());

describe('the image of the agent', () => {
  it('has the agents that the tests run, in the same versions', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as Manifest;
    const { dependencies } = read('image/package.json');
    const { devDependencies } = read('package.json');
    const { packages } = read('image/package-lock.json');
    // OpenCode is built for one kind of processor; its package without one in the name chooses among them.
    for (const [packaged, tested] of Object.entries({
      'opencode-linux-x64-baseline': 'opencode-ai',
      '@google/gemini-cli': '@google/gemini-cli',
    })) {
      expect(dependencies[packaged]).toBe(devDependencies[tested]);
      expect(packages[`node_modules/${packaged}`]).toMatchObject({ version: dependencies[packaged] });
    }
    const installation = readDockerfile().find(({ text }) => text.includes('cd /opt/agents'))?.text;
    expect(installation).toMatch(/npm ci .*--omit=dev/);
  });

  it('works when its steps are done in an empty folder', { timeout: 600_000 }, async () => {
    const place = makeFolder();
    // Debian's packages and the account belong to the machine; the agents are left to the long tests.
    const isMachines = (command: string) => command.includes('apt-get');
    const isAgents = (command: string) => command.includes('/opt/agents');
    const image = makeImage(place, (command) => isMachines(command) || (isAgents(command) && !isLong));
    expect(image.left.filter(isMachines).join()).toMatch(/\bgit procps\b.*useradd .*\bagent$/s);
    expect(existsSync(join(place, 'build/node_modules/vitest')), 'tools of development are left out').toBe(false);
    expect(image.env).toMatchObject({ AGENT_USER: 'agent', AGENT_USER_REQUIRED: '1' });
    expect(image.env.SHARED_FOLDERS?.split(':')).toEqual(expect.arrayContaining(['/tmp', '/var/tmp', '/home/agent']));

    api = await startTestApi();
    const task = api.state.addTask({ title: 'Create a.md with "a"' });
    // The agent's account must reach the folders that stand for the image's.
    chmodSync(place, 0o755);
    const user: Record<string, string> = isRoot ? { AGENT_USER: 'nobody' } : { AGENT_USER_REQUIRED: '' };
    const [, ...args] = image.command;
    runner = startRunner(
      api.url,
      { ...image.env, SHARED_FOLDERS: '', ...user },
      { folder: place, args, cwd: image.workingFolder },
    );
    const { state } = api;
    const request = await state.until(() => state.undecided(task.id)[0], 'a request');
    state.decide(request.id, true);
    await state.until(() => state.undecided(task.id)[0] ?? task.status === 'completed', 'the rest of it');
    for (const { id } of state.undecided(task.id)) state.decide(id, true);
    await state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(existsSync(join(place, 'opt/agents/node_modules/opencode-linux-x64-baseline/bin/opencode'))).toBe(isLong);
  });
});
