import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canIsolate } from '../testing/can-isolate.ts';
import { serve, type Served } from '../testing/serve.ts';
import type { Folders } from '../workspace/folders.ts';
import { isPublic } from './egress-proxy.ts';
import { isolate } from './isolate.ts';

/** A service of this machine that an agent must not reach, such as an emulator that lets anybody write anything. */
let machine: Served;
let model: Served;
let root: string;
let folders: Folders;
const logged: string[] = [];

const saying = (words: string) => serve((_req, res) => void res.end(words));

beforeAll(async () => {
  [machine, model] = await Promise.all([saying("the machine's own"), saying('the model')]);
  root = mkdtempSync(join(tmpdir(), 'countersign-isolate-'));
  const folder = (name: string) => join(root, name);
  folders = {
    root,
    workspace: folder('workspace'),
    home: folder('home'),
    scratch: folder('tmp'),
    settings: folder('settings'),
    runner: folder('runner'),
  };
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true });
  writeFileSync(join(folders.runner, 'key'), 'secret-of-the-runner');
});
afterAll(async () => {
  await Promise.all([machine.close(), model.close()]);
  rmSync(root, { recursive: true, force: true });
});

/** Runs a Node script in isolation; resolves with the JSON that it printed. */
async function within(
  script: string,
  { internet = true, hasModel = true, opened = [] as string[], own = {} } = {},
): Promise<unknown> {
  const command = {
    file: process.execPath,
    args: ['--input-type=module', '-e', script],
    env: { ASKED: 'yes', ...own },
  };
  const modelUrl = hasModel ? model.url : null;
  const options = { folders, path: '', modelUrl, user: null, log: (line: string) => void logged.push(line) };
  const isolated = await isolate(command, options, { internet, folders: opened });
  try {
    const env = { PATH: process.env.PATH, HOME: folders.home, TMPDIR: folders.scratch, ...isolated.env };
    const { stdout } = await promisify(execFile)(isolated.file, isolated.args, { cwd: folders.workspace, env });
    return JSON.parse(stdout);
  } finally {
    isolated.close();
  }
}

/** Runs inside: what a request is answered, directly or through the proxy, as `[status, words]` or an error code. */
const asking = `
  import { request } from 'node:http';
  const ask = (options) => new Promise((resolve) => {
    const req = request({ host: '127.0.0.1', ...options });
    req.on('connect', (res, socket) => { resolve(res.statusCode); socket.destroy(); });
    req.on('response', async (res) => { let words = ''; for await (const part of res) words += part; resolve([res.statusCode, words]); });
    req.on('error', (error) => resolve(error.code));
    req.end();
  });
  const proxy = Number(new URL(process.env.HTTPS_PROXY ?? 'http://127.0.0.1:9').port);
  const print = (what) => console.log(JSON.stringify(what));
`;

describe.runIf(canIsolate)('an isolated agent', () => {
  it('sees its own folders, the system and its own processes, and neither files nor environments of the machine', async () => {
    const seen = await within(`
      import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
      const has = (path) => existsSync(path);
      const pids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
      const environments = pids.map((pid) => { try { return readFileSync('/proc/' + pid + '/environ', 'utf8'); } catch { return ''; } });
      writeFileSync('made.txt', 'here');
      const writing = (path) => { try { writeFileSync(path, 'x'); return 'written'; } catch (error) { return error.code; } };
      console.log(JSON.stringify({
        workspace: process.cwd(), home: has(process.env.HOME), scratch: has(process.env.TMPDIR), system: has('/usr/bin/env'),
        runner: has(${JSON.stringify(join(root, 'runner/key'))}), root: readdirSync(${JSON.stringify(root)}).sort(),
        homes: ['/root', '/home', '/var/lib', '/sys', '/etc/shadow'].filter(has),
        ours: environments.filter((one) => one.includes('VITEST')).length, asked: environments.some((one) => one.includes('ASKED=yes')),
        few: pids.length < 10, settings: writing(${JSON.stringify(join(root, 'settings/rules'))}),
      }));`);
    expect(seen).toEqual({
      workspace: folders.workspace,
      home: true,
      scratch: true,
      system: true,
      runner: false,
      root: ['home', 'settings', 'tmp', 'workspace'],
      settings: 'EROFS',
      homes: [],
      ours: 0,
      asked: true,
      few: true,
    });
  });

  it('reaches its model and nothing of this machine, directly or through the proxy', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const lan = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '10.0.0.1';
    const { port } = machine;
    const targets = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `${lan}:${port}`,
    ]
      .concat([
        '169.254.169.254:80',
        '10.1.2.3:80',
        '192.168.1.1:80',
        '172.16.0.1:443',
        '100.64.0.1:80',
        '0.0.0.0:' + port,
      ])
      .concat([`2130706433:${port}`, `0x7f.1:${port}`]);
    const answers = await within(`${asking}
      const targets = ${JSON.stringify(targets)};
      print({
        direct: await ask({ port: ${port} }),
        model: await ask({ port: ${model.port} }),
        modelThroughProxy: await ask({ port: proxy, method: 'CONNECT', path: '127.0.0.1:${model.port}' }),
        plain: await ask({ port: proxy, path: 'http://127.0.0.1:${port}/' }),
        tunnels: await Promise.all(targets.map((path) => ask({ port: proxy, method: 'CONNECT', path }))),
      });`);
    expect(answers).toEqual({
      direct: 'ECONNREFUSED',
      model: [200, 'the model'],
      modelThroughProxy: 200,
      plain: [403, 'Only addresses on the internet can be reached from here.'],
      tunnels: targets.map(() => 403),
    });
    expect(logged.join('\n')).toContain(`the agent asked for 127.0.0.1:${port}, which is not on the internet: refused`);
  });

  it("can write to none of the machine's memory but what it is given, and that has a limit", async () => {
    const seen = await within(`
      import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\\n').map((line) => line.split(' '));
      const inMemory = mounts.filter((parts) => parts[3] === '/' || parts[3] === '/newroot').filter((parts) => parts[parts.indexOf('-') + 1] === 'tmpfs');
      const canWrite = (folder) => { try { writeFileSync(folder + '/made', ''); rmSync(folder + '/made'); return true; } catch { return false; } };
      const limits = inMemory.map((parts) => parts[4]).filter(canWrite).map((folder) => [folder, statfsSync(folder)]);
      let full = null;
      try { for (let part = 0; part < 9; part++) writeFileSync('/tmp/large' + part, Buffer.alloc(32 * 1024 * 1024)); } catch (error) { full = error.code; }
      console.log(JSON.stringify({ limits: limits.map(([folder, { blocks, bsize }]) => [folder, blocks * bsize]).sort(), full }));`);
    const limit = 256 * 1024 * 1024;
    expect(seen).toEqual({ limits: ['/dev/shm', '/tmp', '/var/tmp'].map((folder) => [folder, limit]), full: 'ENOSPC' });
  });

  it('without the internet it reaches nothing but its model', async () => {
    const script = `${asking} print([process.env.HTTPS_PROXY ?? null, await ask({ port: ${model.port} })]);`;
    expect(await within(script, { internet: false })).toEqual([null, [200, 'the model']]);
  });

  it('writes nothing but what its command writes', async () => {
    const command = { file: '/bin/sh', args: ['-c', 'echo its own words >&2'], env: {} };
    const options = { folders, path: '', modelUrl: null, user: null, log: () => undefined };
    const isolated = await isolate(command, options, { internet: true, folders: [] });
    try {
      const env = { PATH: process.env.PATH, HOME: folders.home, TMPDIR: folders.scratch, ...isolated.env };
      const { stderr } = await promisify(execFile)(isolated.file, isolated.args, { cwd: folders.workspace, env });
      expect(stderr).toBe('its own words\n');
    } finally {
      isolated.close();
    }
  });

  it('reads the further folders of its settings, and writes none', async () => {
    const tools = mkdtempSync(join(tmpdir(), 'countersign-tools-'));
    writeFileSync(join(tools, 'tool'), 'here');
    const script = `
      import { readFileSync, writeFileSync } from 'node:fs';
      const attempt = (act) => { try { return act(); } catch (error) { return error.code; } };
      const path = ${JSON.stringify(join(tools, 'tool'))};
      console.log(JSON.stringify([attempt(() => readFileSync(path, 'utf8')), attempt(() => writeFileSync(path, 'x'))]));`;
    expect(await within(script)).toEqual(['ENOENT', 'ENOENT']);
    expect(await within(script, { opened: [tools] })).toEqual(['here', 'EROFS']);
    rmSync(tools, { recursive: true });
  });

  it.each(['/', '/tmp/..', 'tools', homedir(), '~'])('is not started with %s as such a folder', async (folder) => {
    await expect(within('', { opened: [folder] })).rejects.toThrow('AGENT_FOLDERS names');
  });

  it('is not started with what the runner keeps as such a folder', async () => {
    await expect(within('', { opened: [folders.runner] })).rejects.toThrow('AGENT_FOLDERS names');
  });

  it('leads Maven and Gradle through its proxy, and keeps the options that they have', async () => {
    const script = `
      const { HTTPS_PROXY, MAVEN_OPTS, GRADLE_OPTS } = process.env;
      console.log(JSON.stringify([HTTPS_PROXY, MAVEN_OPTS, GRADLE_OPTS]));`;
    const seen = await within(script, { own: { MAVEN_OPTS: '-Xmx2g -Dhttps.proxyHost=elsewhere' } });
    const [proxy = '', ofMaven, ofGradle] = seen as string[];
    const { port } = new URL(proxy);
    const added = ['http', 'https']
      .map((name) => `-D${name}.proxyHost=127.0.0.1 -D${name}.proxyPort=${port}`)
      .join(' ');
    expect([ofMaven, ofGradle]).toEqual([`-Xmx2g -Dhttps.proxyHost=elsewhere ${added}`, added]);
  });

  it('leaves nothing running when it is ended', async () => {
    const marker = `countersign-left-${process.pid}`;
    const command = {
      file: '/bin/sh',
      args: ['-c', `(setsid sleep 300 ${marker} &) ; echo ready; sleep 300`],
      env: {},
    };
    const options = { folders, path: '', modelUrl: null, user: null, log: () => undefined };
    const isolated = await isolate(command, options, { internet: false, folders: [] });
    const child = execFile(isolated.file, isolated.args, { cwd: folders.workspace });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    isolated.close();
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(`sleep 300 ${marker}`);
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['10.255.0.1', false],
  ['169.254.169.254', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['::7f00:1', false],
  ['4000::1', false],
  ['2002:7f00:1::', false],
  ['224.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['not an address', false],
])('%s is on the internet: %s', (address, expected) => expect(isPublic(address)).toBe(expected));
