import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { listen, type Listening } from '../lib/listen.ts';
import { StartError } from '../lib/start-error.ts';
import { exportAccounts, isHealthy, startFirebase } from './firebase.ts';
import { testPorts } from './ports.ts';

const root = join(import.meta.dirname, '../..');

let server: Listening | undefined;
afterEach(() => server?.close());

async function answering(status: number, body: string): Promise<string> {
  server = await listen((_req, res) => res.writeHead(status).end(body), 0);
  return `http://127.0.0.1:${server.port}/api/health`;
}

test('a wrong setting is reported at once in its own words', async () => {
  const url = await answering(
    500,
    JSON.stringify({ code: 'not_configured', message: 'Configuration: MODEL_CONTEXT is small' }),
  );
  await expect(isHealthy(url)).rejects.toThrow(StartError);
  await expect(isHealthy(url)).rejects.toThrow('Configuration: MODEL_CONTEXT is small');
});

test('any other answer is waited for', async () => {
  expect(await isHealthy(await answering(500, 'Not yet'))).toBe(false);
  await server?.close();
  expect(await isHealthy(await answering(200, '{"status":"ok"}'))).toBe(true);
});

test('a proxy to the world outside is not asked for what is on this machine', async () => {
  const proxy = await listen((_req, res) => res.writeHead(502).end(), 0);
  for (const name of ['HTTPS_PROXY', 'http_proxy']) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-firebase-'));
  const { service, hub, cleanUp } = await startFirebase({
    root,
    projectId: 'demo-behind-proxy',
    ports: await testPorts(),
    only: 'auth',
    origins: [],
    env: {},
    logFile: join(folder, 'firebase.log'),
  });
  try {
    await service.ready;
    await exportAccounts(hub, join(folder, 'export'));
    expect(existsSync(join(folder, 'export/auth_export/accounts.json'))).toBe(true);
  } finally {
    vi.unstubAllEnvs();
    await service.stop(3_000);
    cleanUp();
    await proxy.close();
    rmSync(folder, { recursive: true });
  }
});

test("a deployment's settings do not overrule those of a stack", async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'countersign-checkout-'));
  for (const name of ['node_modules', 'dev']) symlinkSync(join(root, name), join(checkout, name));
  for (const name of ['functions', 'public']) mkdirSync(join(checkout, name));
  const write = (path: string, text: string) => writeFileSync(join(checkout, path), text);
  const rewrites = [{ source: '/api/**', function: { functionId: 'api' } }];
  const functions = [{ source: 'functions', codebase: 'default', runtime: 'nodejs24' }];
  write('firebase.json', JSON.stringify({ functions, hosting: { public: 'public', rewrites, headers: [] } }));
  const dependencies = { 'firebase-admin': '*', 'firebase-functions': '*' };
  write('functions/package.json', JSON.stringify({ name: 'functions', main: 'main.js', dependencies }));
  write(
    'functions/main.js',
    `exports.api = require('firebase-functions/v2/https').onRequest((_request, response) =>
      response.json([process.env.ACCESS, process.env.MODEL_NAME, process.env.AUDIT_DAYS ?? null]));`,
  );
  write('functions/.env', 'ACCESS=you@example.com\n');
  write('functions/.env.demo-settings', 'MODEL_NAME=of-a-deployment\n');
  write('functions/.env.local', 'AUDIT_DAYS=7\n');
  const ports = await testPorts();
  const { service, cleanUp } = await startFirebase({
    root: checkout,
    projectId: 'demo-settings',
    ports,
    only: 'auth,functions,hosting',
    origins: [],
    env: { ACCESS: 'open', MODEL_NAME: 'of-the-stack' },
    logFile: join(checkout, 'logs/firebase.log'),
  });
  try {
    await service.ready;
    const reply = await fetch(`http://127.0.0.1:${ports.hosting}/api/settings`);
    expect(await reply.json()).toEqual(['open', 'of-the-stack', null]);
  } finally {
    await service.stop(3_000);
    cleanUp();
    rmSync(checkout, { recursive: true });
  }
});

test('a stack does not read what another one of its project has only half written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-locator-'));
  writeFileSync(join(folder, 'hub-demo-e2e.json'), '{"ver');
  const program = `import('firebase-tools/lib/emulator/hub.js').then(({ EmulatorHub }) =>
    console.log(EmulatorHub.readLocatorFile('demo-e2e') ?? 'nothing read'))`;
  const preload = join(root, 'dev/firebase/own-locator.mjs');
  const env = { ...process.env, TMPDIR: folder };
  const output = execFileSync(process.execPath, ['--import', preload, '--eval', program], { cwd: root, env });
  expect(output.toString().trim()).toBe('nothing read');
  rmSync(folder, { recursive: true });
});
