import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messageOf } from '../../lib/failures.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import type { Publishing } from '../publishing.ts';
import { afterRedeeming, BRANCH, testPublishing } from '../test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A changed file to be published; `then` is called before this git command of what is approved ends. */
async function setUp(name: string, command: 'ls-remote' | 'push', then: (calls: number) => void) {
  const run = await testPublishing(host, name);
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  let calls = 0;
  const [checkout] = run.publishing.workspace.checkouts;
  if (checkout === undefined) throw new Error('There is no checkout');
  const { git } = checkout;
  checkout.git = async (args, call) => {
    try {
      return await git(args, call);
    } finally {
      if (run.asked.length > 0 && args[0] === command) then((calls += 1));
    }
  };
  const ref = () => host.git(`acme/${name}`, 'for-each-ref', '--format=%(refname)', `refs/heads/${BRANCH}`);
  return { ...run, ref };
}

it('Stop while the branch is looked at: nothing is pushed, and that is reported', async () => {
  const run = await setUp('held', 'ls-remote', () => void run.stop.take('1'));
  await expect(publish(run.publishing)).rejects.toThrow('Stopped by its owner');
  expect(run.ref()).toBe('');
  expect(await host.pulls('acme/held')).toEqual([]);
  const output = expect.stringContaining('Stop was pressed before that') as string;
  const itemId = run.asked[0]?.id ?? '';
  expect(run.outcomes).toEqual([{ itemId, outcome: 'not_executed', toolResponse: { status: 'failed', output } }]);
  expect(run.publishing.journal).toMatchObject({ lapsed: [itemId], pushed: {}, settledCommits: {} });
});

it('what its owner has written since lets the work go on: it comes first, then the same is asked anew, and pushed once approved', async () => {
  const run = await setUp('written', 'ls-remote', (calls) => void (calls === 1 && run.stop.take('1')));
  run.unsaid.push({ createdAt: '2' });
  expect(await publish(run.publishing)).toEqual([]);
  expect([run.asked.length, run.ref()]).toEqual([1, '']);
  run.unsaid.length = 0;
  await publish(run.publishing);
  expect(run.asked).toHaveLength(2);
  expect(run.outcomes).toMatchObject([{ outcome: 'not_executed' }, { outcome: 'executed' }]);
  expect(run.ref()).toBe(`refs/heads/${BRANCH}`);
});

it('of what an earlier run has redeemed nothing is pushed or reported: nobody knows what came of it', async () => {
  const run = await setUp('earlier', 'ls-remote', () => undefined);
  const later = await afterRedeeming(run.publishing);
  const during: Publishing['waits']['during'] = (_wait, work) => {
    run.stop.take('1');
    return work();
  };
  await expect(publish({ ...later, waits: { during } })).rejects.toThrow('Stopped by its owner');
  expect([run.ref(), run.outcomes]).toEqual(['', []]);
});

it('a push that has begun is carried to its end, with its pull request', async () => {
  const run = await setUp('begun', 'push', () => void run.stop.take('1'));
  await publish(run.publishing);
  expect(run.ref()).toBe(`refs/heads/${BRANCH}`);
  expect(run.outcomes).toMatchObject([{ outcome: 'executed' }]);
  expect(await host.pulls('acme/begun')).toHaveLength(1);
});

it('a push that has begun, and is refused: nothing is promised of the approval, which Stop has ended', async () => {
  const run = await setUp('forbidden', 'push', () => void run.stop.take('1'));
  const hook = join(host.fileOf('acme/forbidden'), 'hooks/pre-receive');
  writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const message = await publish(run.publishing).catch(messageOf);
  expect(message).toContain('GitHub refused what was to be pushed to acme/forbidden');
  expect(message).toContain('nothing is pushed on your approval any more');
  expect(message).not.toContain('what you approved is pushed');
  const output = expect.stringContaining('GitHub refused it') as string;
  expect(run.outcomes).toMatchObject([{ outcome: 'not_executed', toolResponse: { status: 'failed', output } }]);
  expect(run.publishing.journal).toMatchObject({
    refusedItems: {},
    refused: { forbidden: expect.any(String) as string },
  });
});
