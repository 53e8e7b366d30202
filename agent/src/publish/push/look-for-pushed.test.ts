import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProgramFailed } from '../../lib/run-program.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import { BRANCH, decided, lostAfterPush, testPublishing } from '../test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A task that has published a file, whose branch is deleted then; GitHub closes its pull request with it. */
async function deletedBranch(name: string) {
  const run = await testPublishing(host, name);
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  await publish(run.publishing);
  host.git(`acme/${name}`, 'update-ref', '-d', `refs/heads/${BRANCH}`);
  await host.changePull(`acme/${name}`, 1, { state: 'closed' });
  return run;
}

it('a runner that is lost after it has published the commit again leaves its end to the next one', async () => {
  const { publishing, outcomes } = await deletedBranch('lost');
  const next = await lostAfterPush(publishing, 'second');
  const refuse = () => Promise.reject(new Error('It is asked a third time'));
  await publish({ ...next, consents: { ...next.consents, obtain: refuse } });
  expect(outcomes.at(-1)).toMatchObject({ itemId: 'second', outcome: 'executed' });
  expect(await host.pulls('acme/lost')).toMatchObject([{ number: 2 }]);
});

it('what is made instead of a commit that is gone is asked about with the pull request that had it', async () => {
  const { folder, publishing, asked } = await deletedBranch('instead');
  const rejecting = { ...publishing.consents, obtain: async () => decided('again', false) };
  await publish({ ...publishing, consents: rejecting });
  writeFileSync(join(folder, 'c.txt'), 'c\n');
  await publish(publishing);
  expect(asked.at(-1)?.content).toContain('Pull request #1 of this branch was closed.');
});

it('what is made after a rejection of a commit that is gone does not bring that one with it, whatever the remote answers', async () => {
  const { folder, publishing } = await deletedBranch('silent');
  const rejecting = { ...publishing.consents, obtain: async () => decided('again', false) };
  await publish({ ...publishing, consents: rejecting });
  writeFileSync(join(folder, 'c.txt'), 'c\n');
  const [checkout] = publishing.workspace.checkouts;
  if (checkout === undefined) throw new Error('There is no checkout');
  const { git } = checkout;
  let asked = 0;
  checkout.git = async (args, call) => {
    if (args[0] === 'ls-remote' && (asked += 1) === 1) throw new ProgramFailed('git', 128, 'fatal: it does not answer');
    return git(args, call);
  };
  await publish(publishing);
  expect(host.git('acme/silent', 'rev-list', '--count', `main..${BRANCH}`)).toBe('1');
});
