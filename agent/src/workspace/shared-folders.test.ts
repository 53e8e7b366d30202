import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createSharedFolders, type SharedFolders } from './shared-folders.ts';

/** Owns no process: clearing ends all of its user's. */
const user = { uid: 61_999, gid: 61_999, isOwn: true };
const KIB = 1024;
const isRoot = process.getuid?.() === 0;
let root: string;
let outside: string;
let shared: SharedFolders;
const at = (...names: string[]) => join(root, ...names);
/** As the account itself would do it. */
const asAgent = (script: string, cwd = at('tmp')) => execFileSync('sh', ['-ec', script], { cwd, ...user });

beforeEach(() => {
  root = makeFolder();
  chmodSync(root, 0o755);
  for (const name of ['tmp', 'home']) {
    mkdirSync(at(name));
    chmodSync(at(name), 0o1777);
  }
  outside = at('outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'theirs'), 'theirs');
  shared = createSharedFolders({ user, folders: [at('tmp'), at('home'), at('none')], workRoot: at('tmp', 'work') });
});
afterAll(() => removeTestFolders());

// Only root can have files of another account, and only in its image it does.
describe.runIf(isRoot)("what an agent's account leaves beside its task's folders", () => {
  it('is removed, whatever its kind, name, mode or depth', async () => {
    asAgent('mkdir .ssh && echo "ProxyCommand ./run" > .ssh/config', at('home'));
    asAgent(`mkdir -p closed/within && touch closed/within/file && chmod 0 closed/within closed`);
    asAgent(
      `touch -- -rf '*' "$(printf 'line\\nbreak')" "$(printf 'no-text-\\377')" && mkfifo pipe && ln -s /nowhere link`,
    );
    // Deeper than a path can be long.
    asAgent(`for i in $(seq 40); do mkdir ${'d'.repeat(200)} && cd -P ${'d'.repeat(200)}; done; touch bottom`);
    await shared.clear();
    expect(readdirSync(at('home'))).toEqual([]);
    expect(readdirSync(at('tmp'))).toEqual(['work']);
  });

  it('is removed from folders of others, too, and what they have stays', async () => {
    mkdirSync(at('tmp', 'of-root'));
    chmodSync(at('tmp', 'of-root'), 0o777);
    writeFileSync(at('tmp', 'of-root', 'theirs'), 'theirs');
    asAgent('touch of-root/mine');
    await shared.clear();
    expect(readdirSync(at('tmp', 'of-root'))).toEqual(['theirs']);
  });

  it('leads nowhere else: no link is followed, and a second name of a file takes nothing from it', async () => {
    symlinkSync(outside, at('tmp', 'link'));
    execFileSync('chown', ['-h', `${user.uid}`, at('tmp', 'link')]);
    asAgent('mkdir names');
    linkSync(join(outside, 'theirs'), at('tmp', 'names', 'theirs'));
    await shared.clear();
    expect(readdirSync(at('tmp'))).toEqual(['work']);
    expect(readdirSync(outside)).toEqual(['theirs']);
  });

  it('does not include the folder of tasks, where the runner keeps things for the next one', async () => {
    const kept = at('tmp', 'work', '.kept-container');
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'setup.tar'), 'kept');
    chownSync(join(kept, 'setup.tar'), user.uid, user.gid);
    await shared.clear();
    expect(readdirSync(kept)).toEqual(['setup.tar']);
  });

  it('is ended first, if it runs', async () => {
    // It writes without end, and has left its parent.
    const loop = 'mkdir -p busy; while :; do echo >> busy/$$-file; mkdir -p busy; done';
    asAgent(`setsid sh -c '${loop}' > /dev/null 2>&1 &`);
    await expect.poll(() => existsSync(at('tmp', 'busy'))).toBe(true);
    await shared.clear();
    expect(readdirSync(at('tmp'))).toEqual(['work']);
  });

  it('is counted, once, and nothing else is', async () => {
    mkdirSync(at('tmp', 'work'));
    writeFileSync(at('tmp', 'of-root'), Buffer.alloc(500 * KIB, 1));
    writeFileSync(at('tmp', 'work', 'of-task'), Buffer.alloc(500 * KIB, 1));
    expect(await shared.bytes()).toBe(0);
    asAgent(`mkdir big && head -c ${100 * KIB} /dev/urandom > big/file && ln big/file again`);
    asAgent(`head -c ${100 * KIB} /dev/urandom > file`, at('home'));
    expect(await shared.bytes()).toBeGreaterThanOrEqual(200 * KIB);
    expect(await shared.bytes()).toBeLessThan(300 * KIB);
  });

  it('lets no other task begin if it cannot be removed', async () => {
    asAgent('touch file');
    const path = process.env.PATH;
    mkdirSync(at('bin'));
    writeFileSync(at('bin', 'rm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    process.env.PATH = `${at('bin')}:${path}`;
    try {
      await expect(shared.clear()).rejects.toThrow('What an agent left outside of its task cannot be removed');
    } finally {
      process.env.PATH = path;
    }
  });
});

describe("on one's own machine", () => {
  it('nothing is removed or counted: agents have no account of their own, or no folders are named', async () => {
    writeFileSync(at('tmp', 'file'), 'mine');
    for (const given of [
      { user: null, folders: [at('tmp')] },
      { user, folders: [] },
    ]) {
      const none = createSharedFolders({ ...given, workRoot: at('work') });
      await none.clear();
      expect(await none.bytes()).toBe(0);
    }
    expect(readdirSync(at('tmp'))).toEqual(['file']);
  });
});
