import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Table } from '../table.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const MB = 1_000_000;
const LIMIT_MB = 250;
const IN_ALL = 'in all';
/** The size published in the registry for node:24-slim on linux/amd64, compressed, rounded up; it is not asked here. */
const BASE_MB = 85;

/**
 * How large the agents' image is, compressed, without building one: its layers are made as agent/Dockerfile says and
 * packed as a registry keeps them. Then the licences of everything in it.
 */
export async function measureImage(): Promise<Table[]> {
  const place = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  try {
    const debian = await debianLayer(join(place, 'debian'));
    const layers: [string, number][] = [
      ['node:24-slim (as published, rounded up)', BASE_MB],
      [`Debian packages (${debian.packages} with what they need)`, debian.bytes / MB],
      ['agents, as locked', (await agentsLayer(join(place, 'agents'))) / MB],
      ['runner, bundled', (await runnerLayer(join(place, 'runner'))) / MB],
    ];
    const sum = layers.reduce((total, [, size]) => total + size, 0);
    return [
      {
        title: 'The image of the agents, compressed',
        goal: `≤ ${LIMIT_MB} MB in all`,
        limits: [{ column: 'MB', of: ([layer]) => layer === IN_ALL, atMost: LIMIT_MB }],
        columns: ['layer', 'MB'],
        rows: [...layers, [IN_ALL, sum]],
      },
      {
        title: 'Licences of what the image brings along',
        columns: ['licence', 'packages', 'names'],
        rows: licences([join(place, 'agents'), join(place, 'runner')]),
      },
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const dockerfile = readFileSync(join(root, 'agent/Dockerfile'), 'utf8').replace(/\\\n/g, ' ');

/** What apt-get unpacks into a base with only the packages that Debian calls required, including documentation. */
async function debianLayer(place: string): Promise<{ packages: number; bytes: number }> {
  const [, names = ''] = /apt-get install -y --no-install-recommends (.*?) &&/.exec(dockerfile) ?? [];
  const required = (await run('apt-cache', ['dumpavail'], { maxBuffer: 512 * MB })).stdout
    .split('\n\n')
    .filter((entry) => /^Priority: required$/m.test(entry))
    .map((entry) => /^Package: (.*)$/m.exec(entry)?.[1] ?? '');
  mkdirSync(place);
  // As if nothing were installed, since this machine has packages of its own.
  writeFileSync(join(place, 'status'), '');
  const addresses = async (packages: string[]) => {
    const options = ['-o', `Dir::State::status=${place}/status`, '-o', 'Debug::NoLocking=1', '--no-install-recommends'];
    const { stdout } = await run('apt-get', [...options, '-y', '--print-uris', 'install', ...packages]);
    return stdout.split('\n').flatMap((line) => /^'([^']+)'/.exec(line)?.[1] ?? []);
  };
  const base = new Set(await addresses([...required, 'apt']));
  const added = (await addresses([...required, 'apt', ...names.trim().split(/\s+/)])).filter((url) => !base.has(url));
  const packages = added.map((url) => decodeURIComponent(url.split('/').at(-1)?.split('_')[0] ?? ''));
  await run('apt-get', ['download', '-qq', ...packages], { cwd: place });
  for (const file of readdirSync(place).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', file, 'layer'], { cwd: place });
  }
  return { packages: packages.length, bytes: await packedBytes(join(place, 'layer')) };
}

/** Runs the Dockerfile's own command in a folder with its lock file. */
async function agentsLayer(place: string): Promise<number> {
  cpSync(join(root, 'agent/image'), place, { recursive: true });
  const [, command = ''] = /RUN cd \/opt\/agents && (.*?) && npm cache/.exec(dockerfile) ?? [];
  await run('sh', ['-ec', command], { cwd: place, env: { ...process.env, NODE_ENV: 'production' } });
  return packedBytes(place);
}

/** The bundle; bundled packages are installed as in the Dockerfile, for their licences. */
async function runnerLayer(place: string): Promise<number> {
  for (const path of ['package.json', 'package-lock.json', 'contract/package.json', 'agent/package.json']) {
    cpSync(join(root, path), join(place, path));
  }
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '-w', 'contract', '-w', 'agent'];
  await run('npm', ['ci', ...options], { cwd: place });
  await run(process.execPath, ['agent/build.mjs'], { cwd: root });
  return packedBytes(join(root, 'agent/dist'));
}

/** Bytes of a folder as a layer: one archive, compressed as usual. */
async function packedBytes(folder: string): Promise<number> {
  const tar = spawn('tar', ['-c', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0;
  await pipeline(tar.stdout, createGzip(), async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) bytes += part.length;
  });
  return bytes;
}

/** Packages for one kind of processor leave the licence to the package that chooses among them. */
const toldElsewhere: Record<string, string> = { 'opencode-linux-x64-baseline': 'MIT (by opencode-ai)' };

function licences(places: string[]): [string, number, string][] {
  const names = new Map<string, Set<string>>();
  for (const place of places) {
    const paths = readdirSync(place, { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))) {
      const { name, version, license } = JSON.parse(readFileSync(join(place, path), 'utf8')) as Record<string, unknown>;
      if (typeof name !== 'string' || typeof version !== 'string' || name.startsWith('@countersign/')) continue;
      const licence = typeof license === 'string' ? license : (toldElsewhere[name] ?? 'not told');
      names.set(licence, (names.get(licence) ?? new Set()).add(`${name}@${version}`));
    }
  }
  const sorted = [...names].sort(([, a], [, b]) => b.size - a.size);
  return sorted.map(([licence, packages]) => [licence, packages.size, listed([...packages].sort())]);
}

const listed = (names: string[]) =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
