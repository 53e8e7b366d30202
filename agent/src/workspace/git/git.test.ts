import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGit } from './git.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'countersign-git-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A `git` that records each time it is started, and then does this. */
async function gitThat(does: string) {
  const starts = join(folder, 'starts');
  await writeFile(join(folder, 'git'), `#!/bin/sh\necho x >> '${starts}'\n${does}\n`);
  await chmod(join(folder, 'git'), 0o755);
  const path = `${folder}:${process.env.PATH ?? ''}`;
  const git = createGit({ gitDir: folder, workTree: folder, runnerHome: folder, redirects: [], path });
  const countStarts = async () => (await readFile(starts, 'utf8')).split('x').length - 1;
  return { git, starts, countStarts };
}

test('is started once more if something on the machine killed it', async () => {
  const { git, countStarts } = await gitThat('[ "$(wc -l < starts)" = 1 ] && kill -9 $$\necho done');
  expect(await git(['status'])).toBe('done');
  expect(await countStarts()).toBe(2);
});

test('is started once more without the lock that the killed one left', async () => {
  const { git } = await gitThat(
    'if [ -e index.lock ]; then echo locked >&2; exit 128; fi\n[ "$(wc -l < starts)" = 1 ] && touch index.lock && kill -9 $$\necho done',
  );
  expect(await git(['add', '.'])).toBe('done');
});

test('is not started for ever, and not after an answer', async () => {
  const killed = await gitThat('kill -9 $$');
  await expect(killed.git(['status'])).rejects.toThrow('git ended with SIGKILL');
  expect(await killed.countStarts()).toBe(2);
  await rm(killed.starts);
  const refusing = await gitThat('echo no such thing >&2; exit 128');
  await expect(refusing.git(['status'])).rejects.toThrow('no such thing');
  expect(await refusing.countStarts()).toBe(1);
});
