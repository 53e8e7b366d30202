import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, linkSync, mkdirSync, mkdtempSync, openSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readInside } from './read-inside.ts';

let root: string;
let workspace: string;
/** The file that is read, and what an agent could not read itself, by the same name. */
let file: string;
let outside: string;
/** Links to one pipe, whose readers all go on when it is opened for writing. */
let pipe: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-read-')));
  [workspace, outside, pipe] = [join(root, 'workspace'), join(root, 'outside'), join(root, 'pipe')];
  mkdirSync(join(workspace, 'folder'), { recursive: true });
  mkdirSync(outside);
  file = join(workspace, 'folder', 'file');
  writeFileSync(file, 'its own');
  writeFileSync(join(outside, 'file'), 'secret');
  execFileSync('mkfifo', [pipe]);
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  rmSync(root, { recursive: true });
});

const read = (limitBytes?: number) => readInside(workspace, 'folder/file', limitBytes);

/** Does this once, when the file's real place has been looked up, and before anything is done with it. */
function whenFound(swap: () => void): void {
  const { realpath } = fs;
  let isLeft = true;
  const then = async (...args: Parameters<typeof realpath>) => {
    const place = await realpath(...args);
    if (String(place) === file && isLeft) swap();
    isLeft &&= String(place) !== file;
    return place;
  };
  vi.spyOn(fs, 'realpath').mockImplementation(then as typeof realpath);
  syncBuiltinESMExports();
}

/** As on macOS, where no file says by which name it was opened. */
function withoutProc(): void {
  vi.spyOn(fs, 'readlink').mockRejectedValue(new Error('no such file'));
  syncBuiltinESMExports();
}

const swaps: Array<[string, () => void]> = [
  [
    'a link',
    () => {
      rmSync(file);
      symlinkSync(join(outside, 'file'), file);
    },
  ],
  [
    'a file behind a link',
    () => {
      renameSync(join(workspace, 'folder'), join(workspace, 'former'));
      symlinkSync(outside, join(workspace, 'folder'));
    },
  ],
  [
    'a pipe',
    () => {
      rmSync(file);
      linkSync(pipe, file);
    },
  ],
];

describe('a file of the workspace', () => {
  it.each([
    ['', () => undefined],
    [' without /proc', withoutProc],
  ])('is read%s', async (_where, prepare) => {
    prepare();
    expect(await read()).toEqual({ bytes: 7, text: 'its own', isLossy: false });
    expect(await read(7)).toEqual({ bytes: 7, text: 'its own', isLossy: false });
    expect(await read(6)).toEqual({ bytes: 7, text: null, isLossy: false });
  });

  it.each(swaps)('is not there when %s takes its place meanwhile', async (_what, swap) => {
    whenFound(swap);
    expect(await read()).toBeNull();
  });

  it.each(swaps)('is not there without /proc either when %s takes its place meanwhile', async (_what, swap) => {
    withoutProc();
    whenFound(swap);
    expect(await read()).toBeNull();
  });

  it('is read no further than the limit when it grows meanwhile', async () => {
    const { open } = fs;
    vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args);
      const stat = handle.stat.bind(handle);
      vi.spyOn(handle, 'stat').mockImplementation(async () => {
        const info = await stat();
        writeFileSync(file, 'x'.repeat(1_000));
        return info;
      });
      return handle;
    });
    syncBuiltinESMExports();
    expect(await read(10)).toEqual({ bytes: 11, text: null, isLossy: false });
  });

  it('neither blocks the runner nor shows another while a program goes on changing what it is', async () => {
    const changes = `
      const { linkSync, renameSync, rmSync, symlinkSync } = require('node:fs');
      const [file, own, secret, pipe, next] = process.argv.slice(1);
      linkSync(file, own);
      console.log('begun');
      for (;;)
        for (const make of [() => linkSync(own, next), () => symlinkSync(secret, next), () => linkSync(pipe, next)]) {
          rmSync(next, { force: true });
          make();
          renameSync(next, file);
        }`;
    const places = [file, join(workspace, 'own'), join(outside, 'file'), pipe, join(workspace, 'next')];
    const child = spawn(process.execPath, ['-e', changes, ...places], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      const found = new Set<string | null>();
      for (let round = 0; round < 500 || found.size < 2; round += 1)
        for (const one of await Promise.all([read(), read(), read(), read()])) found.add(one?.text ?? null);
      expect([...found].sort()).toEqual(['its own', null]);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
});
