import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskFailed } from '../lib/failures.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders } from '../testing/start-runner.ts';
import { publish } from './publish.ts';
import { afterRedeeming, BRANCH, testPublishing } from './test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const UNLINKED = 'acme/it is no longer linked to the project.';

/** A changed file to be published to a repository that is unlinked once it has been asked about. */
async function setUp(name: string) {
  const run = await testPublishing(host, name);
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  const { workspace } = run.publishing;
  const { credentialsOf } = workspace;
  let isLinked = true;
  workspace.credentialsOf = (repository) =>
    isLinked ? credentialsOf(repository) : Promise.reject(new TaskFailed(UNLINKED));
  const ref = () => host.git(`acme/${name}`, 'for-each-ref', '--format=%(refname)', `refs/heads/${BRANCH}`);
  return { ...run, ref, unlink: () => void (isLinked = false) };
}

it('a repository that is unlinked while its question is open: nothing is pushed, and that is reported of the approval', async () => {
  const run = await setUp('unlinked');
  const { obtain } = run.publishing.consents;
  run.publishing.consents.obtain = (request) => {
    run.unlink();
    return obtain(request);
  };
  await expect(publish(run.publishing)).rejects.toThrow(UNLINKED);
  expect(run.ref()).toBe('');
  const itemId = run.asked[0]?.id ?? '';
  const toolResponse = { status: 'failed', output: `It was not published: ${UNLINKED}` };
  expect(run.outcomes).toEqual([{ itemId, outcome: 'not_executed', toolResponse }]);
  expect(run.publishing.journal.lapsed).toEqual([itemId]);
});

it('of an approval that an earlier run has redeemed nothing is reported then: nobody knows what came of it', async () => {
  const run = await setUp('unlinked-later');
  const { publishing } = run;
  const later = await afterRedeeming(publishing);
  const hearsStop = async () => {
    run.unlink();
    return false;
  };
  const again = { ...later, consents: { ...later.consents, hearsStop } };
  await expect(publish(again)).rejects.toThrow(UNLINKED);
  expect([run.ref(), run.outcomes, publishing.journal.lapsed]).toEqual(['', [], []]);
});
