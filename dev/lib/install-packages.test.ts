import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPackages } from './install-packages.mjs';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync) };
});

let folder: string;
let server: Server;
let asked: string[];
/** What the registry has, by path; a number is its refusal of everything else. */
let files: Map<string, string | Buffer>;
let refusal: number;
const root = () => join(folder, 'checkout');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-packages-'));
  [asked, files, refusal] = [[], new Map(), 404];
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files.get(decodeURIComponent(url));
    response.writeHead(file === undefined ? refusal : 200).end(file ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('npm_config_registry', registry());
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.mocked(renameSync).mockReset();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const registry = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function write(path: string, value: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
}

/** A package of this name and version, with its hash. */
function pack(name: string, version: string): { archive: Buffer; integrity: string } {
  write('packed/package/package.json', { name, version });
  const archive = execFileSync('tar', ['-czf', '-', '-C', join(folder, 'packed'), 'package']);
  return { archive, integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}` };
}

/** A checkout whose workspace needs another version of a package than the rest; its packages lie at these addresses. */
function checkout(addressOf: (name: string, version: string) => string): void {
  const packages: Record<string, object> = {
    '': { name: 'all', workspaces: ['part'], dependencies: { '@some/tool': '1.0.0' } },
    'node_modules/part': { resolved: 'part', link: true },
    part: { version: '0.1.0', dependencies: { '@some/tool': '2.0.0' } },
  };
  for (const [path, version] of [
    ['node_modules/@some/tool', '1.0.0'],
    ['part/node_modules/@some/tool', '2.0.0'],
  ] as const) {
    const { archive, integrity } = pack('@some/tool', version);
    files.set(addressOf('@some/tool', version), archive);
    packages[path] = { version, integrity };
  }
  write('checkout/package.json', { name: 'all', workspaces: ['part'], dependencies: { '@some/tool': '1.0.0' } });
  write('checkout/part/package.json', { name: 'part', version: '0.1.0', dependencies: { '@some/tool': '2.0.0' } });
  write('checkout/package-lock.json', { name: 'all', lockfileVersion: 3, packages });
}

/** Lets the registry answer where its packages are. */
function describePackage(addressOf: (name: string, version: string) => string): void {
  const version = (number: string) => ({
    ...{ name: '@some/tool', version: number },
    dist: { tarball: registry() + addressOf('@some/tool', number) },
  });
  const versions = { '1.0.0': version('1.0.0'), '2.0.0': version('2.0.0') };
  files.set('/@some/tool', JSON.stringify({ name: '@some/tool', 'dist-tags': { latest: '2.0.0' }, versions }));
}

const usual = (name: string, version: string) => `/${name}/-/tool-${version}.tgz`;
const installed = (path: string) => JSON.parse(readFileSync(join(root(), path, 'package.json'), 'utf8')).version;

test('every package is fetched from its usual address, without asking for it, and only once', async () => {
  checkout(usual);
  await installPackages(root());
  expect(asked.toSorted()).toEqual([usual('@some/tool', '1.0.0'), usual('@some/tool', '2.0.0')]);
  expect(installed('node_modules/@some/tool')).toBe('1.0.0');
  expect(installed('part/node_modules/@some/tool')).toBe('2.0.0');
  expect(installed('node_modules/part')).toBe('0.1.0');
  await installPackages(root());
  expect(asked).toHaveLength(2);
});

test.each([404, 403, 401])('a registry that has them elsewhere is asked, which answers %i', async (status) => {
  refusal = status;
  const elsewhere = (_name: string, version: string) => `/files/${version}`;
  checkout(elsewhere);
  describePackage(elsewhere);
  await installPackages(root());
  expect(installed('node_modules/@some/tool')).toBe('1.0.0');
  expect(installed('part/node_modules/@some/tool')).toBe('2.0.0');
});

test('where they cannot be fetched, npm’s words are told, and what was there stays', async () => {
  checkout(() => '/nowhere');
  refusal = 503;
  write('checkout/node_modules/@some/tool/package.json', { name: '@some/tool', version: '0.9.0' });
  await expect(installPackages(root())).rejects.toThrow(/503[^]*\nThe packages could not be installed: see npm’s/);
  expect(installed('node_modules/@some/tool')).toBe('0.9.0');
  expect(existsSync(join(root(), '.countersign-packages'))).toBe(false);
});

test('what was moved by the time it is interrupted does not count as installed: the root comes last', async () => {
  checkout(usual);
  const whole: boolean[] = [];
  vi.mocked(renameSync).mockImplementation((from, to) => {
    whole.push(existsSync(join(root(), 'node_modules')));
    cpSync(String(from), String(to), { recursive: true });
  });
  await installPackages(root());
  expect(whole).toEqual([false, false]);
});

test('where they cannot take their place, as where that is a disk of its own, npm installs them there', async () => {
  checkout(usual);
  describePackage(usual);
  vi.mocked(renameSync).mockImplementation(() => {
    throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY', syscall: 'rename' });
  });
  await installPackages(root());
  expect(installed('node_modules/@some/tool')).toBe('1.0.0');
  expect(installed('part/node_modules/@some/tool')).toBe('2.0.0');
  expect(existsSync(join(root(), '.countersign-packages'))).toBe(false);
});
