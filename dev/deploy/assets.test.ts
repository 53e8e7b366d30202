import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { keepLiveAssets, withKeptAssets } from './assets.mjs';

/** The live files, by path. */
const live = new Map<string, string>();
let address: string;
let close: () => Promise<void>;
let dist: string;

beforeAll(async () => {
  const server = await listen((request, reply) => {
    const found = live.get(request.url ?? '');
    reply.writeHead(found === undefined ? 404 : 200).end(found);
  }, 0);
  address = `http://127.0.0.1:${server.port}`;
  close = () => server.close();
});
afterAll(() => close());
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  live.clear();
});
afterEach(() => rmSync(dist, { recursive: true }));

function build(version: string, ...assets: string[]): void {
  rmSync(dist, { recursive: true });
  for (const name of assets) write(`assets/${name}`, `${name} of ${version}`);
  write('release.json', JSON.stringify({ version, assets }));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}

/** Makes what is in `dist` live. */
function deploy(): void {
  live.clear();
  for (const path of ['release.json', ...inAssets().map((name) => `assets/${name}`)])
    live.set(`/${path}`, readFileSync(join(dist, path), 'utf8'));
}
const inAssets = () => readdirSync(join(dist, 'assets')).sort();

test('a deploy keeps the files of the previous release, and of none before that', async () => {
  build('1', 'one.js', 'same.js');
  expect(await keepLiveAssets(dist, address), 'nothing is live').toBe(0);
  deploy();
  build('2', 'two.js', 'same.js');
  expect(await keepLiveAssets(dist, address)).toBe(1);
  expect(inAssets()).toEqual(['one.js', 'same.js', 'two.js']);
  expect(readFileSync(join(dist, 'assets/one.js'), 'utf8')).toBe('one.js of 1');
  expect(readFileSync(join(dist, 'assets/same.js'), 'utf8')).toBe('same.js of 2');
  deploy();
  build('3', 'three.js');
  await keepLiveAssets(dist, address);
  expect(inAssets()).toEqual(['same.js', 'three.js', 'two.js']);
});

test('the same build deployed again, also from another machine, keeps what it kept', async () => {
  build('1', 'one.js');
  deploy();
  build('2', 'two.js');
  await keepLiveAssets(dist, address);
  deploy();
  build('2', 'two.js');
  await keepLiveAssets(dist, address);
  expect(inAssets()).toEqual(['one.js', 'two.js']);
  await keepLiveAssets(dist, address);
  expect(inAssets()).toEqual(['one.js', 'two.js']);
});

test('what is gone, or not a file name, is left out; a release without a list counts as none', async () => {
  build('2', 'two.js');
  const assets = ['gone.js', '../../outside.js', '.hidden', 'page.html', 'program', 'one.js'];
  live.set('/release.json', JSON.stringify({ version: '1', assets })).set('/assets/one.js', '1');
  for (const name of ['page.html', 'program']) live.set(`/assets/${name}`, 'none that a build has there');
  expect(await keepLiveAssets(dist, address)).toBe(1);
  expect(inAssets()).toEqual(['one.js', 'two.js']);
  live.set('/release.json', '<!doctype html>');
  expect(await keepLiveAssets(dist, address)).toBe(0);
  expect(inAssets()).toEqual(['two.js']);
});

test('browsers keep existing files for ever, listed by name', () => {
  build('1', 'a-b_c.js', 'axjs');
  const { headers } = withKeptAssets({ headers: [] as { regex: string }[] }, dist);
  const isKept = (path: string) => headers.some(({ regex }) => new RegExp(regex).test(path));
  const paths = ['/assets/a-b_c.js', '/assets/axjs', '/assets/a-b_cxjs', '/assets/missing.js', '/a-b_c.js'];
  expect(paths.filter(isKept)).toEqual(['/assets/a-b_c.js', '/assets/axjs']);
});
