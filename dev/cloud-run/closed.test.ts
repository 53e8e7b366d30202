import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCloudRun, type CloudRunServer } from './server.ts';
import {
  clientsFor,
  createShellJob,
  executionWhen,
  isComplete,
  LOCATION,
  newFolder,
  runJob,
  TOKEN,
  type Clients,
} from './test-client.ts';

const folder = newFolder();
const options = { folder, token: TOKEN, environment: {}, startDelayMs: 0, graceMs: 0 };
const images = { 'local/shell:latest': ['/bin/sh'] };
let server: CloudRunServer;
let clients: Clients;

beforeAll(async () => {
  server = await startCloudRun(0, { ...options, images });
  clients = clientsFor(server.port);
});
afterAll(() => server.stop());

describe('callers', () => {
  const jobs = () => `http://127.0.0.1:${server.port}/v2/${LOCATION}/jobs`;

  test('who has not the token makes, changes and starts nothing', async () => {
    const name = await createShellJob(clients, 'guarded', 'echo ran');
    for (const authorization of ['', 'Bearer another', TOKEN, `Bearer ${TOKEN.slice(1)}`]) {
      const headers = { authorization };
      const called = async (method: string, path: string) => (await fetch(jobs() + path, { method, headers })).status;
      expect(await called('POST', '?jobId=another')).toBe(401);
      expect(await called('PATCH', '/guarded')).toBe(401);
      expect(await called('POST', '/guarded:run')).toBe(401);
      expect(await called('POST', '/guarded:run:cancel'), 'no such address').toBe(501);
      expect(await called('GET', '')).toBe(200);
    }
    const [executions] = await clients.executions.listExecutions({ parent: name });
    expect(executions).toEqual([]);
    const stranger = clientsFor(server.port, 'another');
    await expect(stranger.jobs.runJob({ name })).rejects.toMatchObject({ code: 16 });
  });

  test('pages of other sites start nothing', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, origin: 'https://pages.example' };
    expect((await fetch(jobs(), { headers })).status).toBe(403);
  });

  test('nobody names a command: an image is what this server is configured with', async () => {
    const container = { image: 'local/shell:latest', command: ['/bin/sh', '-c', 'id'] };
    const job = { template: { template: { containers: [container] } } };
    const created = clients.jobs.createJob({ parent: LOCATION, jobId: 'command', job });
    await expect(created).rejects.toMatchObject({ code: 3 });
    const name = await createShellJob(clients, 'no-command', 'true');
    const updated = clients.jobs.updateJob({ job: { ...job, name } });
    await expect(updated).rejects.toMatchObject({ code: 3 });
  });
});

describe('disks', () => {
  /** What an execution's folders allow to whom, from its home and temporary folder up to those of all executions. */
  async function modesOf(asked: Clients, where: string): Promise<string> {
    const script = 'ls -ld "$HOME" "$TMPDIR" "$HOME/.." "$HOME/../.." | cut -c 1-10';
    const name = await runJob(asked, await createShellJob(asked, 'modes', script));
    await executionWhen(asked, name, isComplete);
    return readFileSync(join(where, 'logs', `${name.split('/executions/')[1]}.log`), 'utf8');
  }

  test('they are closed to other users', async () => {
    expect(await modesOf(clients, folder)).toBe('drwx------\n'.repeat(4));
  });

  // Only root can run agents as a user of their own.
  test.runIf(process.getuid?.() === 0)('the user of agents passes through them, and lists nothing', async () => {
    const other = newFolder();
    const environment = { AGENT_USER: 'nobody' };
    const ofAgents = await startCloudRun(0, { ...options, folder: other, images, environment });
    expect(await modesOf(clientsFor(ofAgents.port), other)).toBe('drwx--x--x\n'.repeat(4));
    await ofAgents.stop();
  });

  test('nothing is put where somebody else has made something before', async () => {
    const other = newFolder();
    const planted = scratchOf(other);
    symlinkSync(newFolder(), planted);
    const started = startCloudRun(0, { ...options, folder: other, images });
    await expect(started).rejects.toThrow(`${planted} is not a folder of your own`);
    rmSync(planted);
  });
});

/** Where a server keeps its executions' disks: anybody can work it out from its folder's name. */
function scratchOf(ofServer: string): string {
  return join(tmpdir(), `countersign-run-${createHash('sha256').update(ofServer).digest('hex').slice(0, 12)}`);
}
