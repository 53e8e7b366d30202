import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders } from '../testing/start-runner.ts';
import { publish } from './publish.ts';
import { BRANCH, testPublishing } from './test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A file is published, where these are the answers of saving that a push begins; the last one stands. */
async function publishWhere(name: string, answers: boolean[], isTooLarge = false) {
  const run = await testPublishing(host, name);
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  const tip = () => host.git(`acme/${name}`, 'for-each-ref', '--format=%(refname)', `refs/heads/${BRANCH}`);
  const pushedAt: string[] = [];
  const save = async () => {
    pushedAt.push(tip());
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? false;
  };
  const checkpoints = { save, isTooLarge: () => isTooLarge };
  const done = publish({ ...run.publishing, checkpoints, saveAgainMs: 1 });
  return { done, tip, pushedAt, journal: run.publishing.journal, outcomes: run.outcomes };
}

it('pushes nothing before it is saved that the push begins', async () => {
  const { done, tip, pushedAt } = await publishWhere('down-for-a-while', [false, false, true]);
  await done;
  expect(pushedAt).toEqual(['', '', '']);
  expect(tip()).toBe(`refs/heads/${BRANCH}`);
});

it('gives up where it cannot be saved, so that no approval is used twice', async () => {
  const { done, tip, pushedAt, journal, outcomes } = await publishWhere('down', [false]);
  await expect(done).rejects.toThrow('Nothing was pushed to acme/down: that the push begins could not be saved');
  expect(tip()).toBe('');
  expect(pushedAt.length).toBeGreaterThan(2);
  expect(journal.begun).toEqual({});
  expect(outcomes).toMatchObject([{ outcome: 'not_executed' }]);
});

it('pushes what is too large to be saved: trying again would not help', async () => {
  const { done, tip, pushedAt } = await publishWhere('too-large', [false], true);
  await done;
  expect(pushedAt).toEqual(['']);
  expect(tip()).toBe(`refs/heads/${BRANCH}`);
});
