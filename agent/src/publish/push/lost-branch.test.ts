import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Request } from '../../consent/consent.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { ReportQueue } from '../../server/report-queue.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import type { Publishing } from '../publishing.ts';
import { BRANCH, decided, lostAfterPush, redeeming, testPublishing } from '../test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const REF = `refs/heads/${BRANCH}`;

/** A task with a file to be published; `remove` deletes its branch at the host, `end` is what that ends with. */
async function setUp(name: string) {
  const run = await testPublishing(host, name);
  const reports = { ...run.publishing.reports, sendFile: async (item: RecordItem) => item, ask: async () => undefined };
  run.publishing.reports = reports as unknown as ReportQueue;
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  const repository = `acme/${name}`;
  const remove = () => host.git(repository, 'update-ref', '-d', REF);
  const end = () => host.git(repository, 'for-each-ref', '--format=%(objectname)', REF);
  /** As somebody else does it, on top of `parent`. */
  const addOn = (parent: string, by = 'Ada <ada@example.com>', words = 'Update') => {
    const [, who = '', email = ''] = /^(.*) <(.*)>$/.exec(by) ?? [];
    const tree = host.git(repository, 'rev-parse', `${parent}^{tree}`);
    const as = ['-c', `user.name=${who}`, '-c', `user.email=${email}`];
    const added = host.git(repository, ...as, 'commit-tree', tree, '-p', parent, '-m', words);
    host.git(repository, 'update-ref', REF, added);
    return added;
  };
  return { ...run, repository, remove, end, addOn };
}

/** The same, where `then` happens while the person decides. */
const deciding = (publishing: Publishing, then: () => void, isApproved = true): Publishing => ({
  ...publishing,
  consents: {
    ...publishing.consents,
    async obtain(request: Request) {
      await publishing.consents.obtain(request);
      then();
      return decided(request.item.id, isApproved);
    },
  },
});

describe('a branch that has something else in the place of what was published', () => {
  it('is not published, and is left to whoever made that', async () => {
    const { publishing, remove, end, addOn, asked } = await setUp('foreign');
    await publish(publishing);
    const { journal } = publishing;
    remove();
    const theirs = addOn('main');
    await publish(publishing);
    expect(journal).toMatchObject({ publishedCommit: null, pullRequestUrl: null });
    expect(journal.unpushed.foreign).toContain('Nothing was pushed: Somebody has added to the branch');
    expect([asked.length, end()]).toEqual([1, theirs]);
  });

  it("is left also where that is another task's commit", async () => {
    const { publishing, remove, end, addOn, asked } = await setUp('of-another');
    await publish(publishing);
    remove();
    const theirs = addOn('main', 'Countersign <agent@countersign.dev>', 'Another\n\nTask: another');
    await publish(publishing);
    expect(publishing.journal.publishedCommit).toBeNull();
    expect([asked.length, end()]).toEqual([1, theirs]);
  });

  it('is published where others have only added to it', async () => {
    const { publishing, end, addOn } = await setUp('extended');
    await publish(publishing);
    const { journal } = publishing;
    const ours = end();
    addOn(addOn(ours));
    await publish(publishing);
    expect(journal).toMatchObject({ publishedCommit: ours, gone: {}, unpushed: {} });
  });
});

it('a commit to which others have added before its pull request was merged, and its branch deleted, is published', async () => {
  const { publishing, asked, remove, end, addOn, repository } = await setUp('added-then-merged');
  await publish(publishing);
  const { journal } = publishing;
  const ours = end();
  // The test's reports keep nothing.
  journal.results.approved = { commit: ours, pullRequest: journal.pullRequestUrl };
  host.git(repository, 'update-ref', 'refs/heads/main', addOn(ours));
  expect(await host.pulls(repository), 'none is open').toEqual([]);
  remove();
  await publish(publishing);
  expect(journal).toMatchObject({ publishedCommit: ours, gone: {}, unpushed: {} });
  expect(asked).toHaveLength(1);
});

describe('an approval is used once', () => {
  async function afterLostPush(name: string) {
    const run = await setUp(name);
    const next = await lostAfterPush(run.publishing, 'first');
    expect(run.asked).toEqual([]);
    return { ...run, next };
  }

  it('where the branch is deleted before it is known that it was pushed, it is asked anew', async () => {
    const { next, remove, end, asked } = await afterLostPush('unsaved');
    remove();
    await publish(deciding(next, () => expect(end()).toBe('')));
    expect(asked).toHaveLength(1);
    expect(end()).not.toBe('');
  });

  it('also where a run between them could not reach the host, or was refused by it', async () => {
    const { next, remove, end, asked } = await afterLostPush('refused-between');
    remove();
    const [checkout] = next.workspace.checkouts;
    if (checkout === undefined) throw new Error('There is no checkout');
    const { git } = checkout;
    for (const words of ['fatal: it does not answer', 'The requested URL returned error: 403']) {
      // The look before the question fails, too; the next look answers.
      let looks = 0;
      const failing: typeof git = async (args, call) => {
        if (args[0] === 'ls-remote' && (looks += 1) <= 2) throw new ProgramFailed('git', 128, words);
        return git(args, call);
      };
      checkout.git = failing;
      await expect(publish(next)).rejects.toThrow();
      expect([asked, end()]).toEqual([[], '']);
    }
    checkout.git = git;
    await publish(deciding(next, () => expect(end()).toBe('')));
    expect(asked).toHaveLength(1);
  });

  /** A run whose push fails in these words of git, and the next one. */
  async function afterFailedPush(name: string, words: string) {
    const run = await setUp(name);
    const { run: failing, next } = redeeming(run.publishing, 'first');
    const [checkout] = run.publishing.workspace.checkouts;
    if (checkout === undefined) throw new Error('There is no checkout');
    const { git } = checkout;
    let arrive = async (): Promise<unknown> => undefined;
    checkout.git = async (args, call) => {
      if (args[0] !== 'push') return git(args, call);
      arrive = () => git(args, call);
      throw new ProgramFailed('git', 128, words);
    };
    await expect(publish(failing)).rejects.toThrow();
    checkout.git = git;
    await failing.checkpoints.save();
    return { ...run, next: next(), arrive: () => arrive() };
  }

  it('where the host ends a push after it was seen to fail, and the branch is deleted then, it is asked anew', async () => {
    const words = 'fatal: the remote end hung up unexpectedly';
    const { next, arrive, remove, end, asked } = await afterFailedPush('late', words);
    await arrive();
    expect(end()).not.toBe('');
    remove();
    await publish(deciding(next, () => expect(end()).toBe('')));
    expect(asked).toHaveLength(1);
  });

  it.each([
    "fatal: unable to access 'https://github.com/acme/app.git/': Could not resolve host: github.com",
    "fatal: unable to access 'https://github.com/acme/app.git/': Failed to connect to github.com port 443: Connection refused",
    "fatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 503",
    "fatal: unable to access 'https://github.com/acme/app.git/': Recv failure: Connection reset by peer",
    ' ! [remote rejected] 0123456789 -> countersign/t (failed to update ref)',
    ' ! [rejected]        0123456789 -> countersign/t (stale info)',
    'fatal: The requested URL returned error: 403',
  ])('it still holds where nothing can have come of the push: %s', async (words) => {
    const { next, end, asked, outcomes } = await afterFailedPush(`none-${words.length}`, words);
    await publish(next);
    expect([asked, end() === '']).toEqual([[], false]);
    expect(outcomes).toMatchObject([{ itemId: 'first', outcome: 'executed' }]);
  });

  it('where the branch has the commit, its pull request is opened under it', async () => {
    const { next, asked, outcomes, repository } = await afterLostPush('unheard');
    await publish(next);
    expect(asked).toEqual([]);
    expect(outcomes).toMatchObject([{ itemId: 'first', outcome: 'executed' }]);
    expect(await host.pulls(repository)).toHaveLength(1);
  });

  it('where others have added to the commit since, its pull request is opened under it, and theirs stays', async () => {
    const { next, asked, outcomes, end, addOn } = await afterLostPush('added-to');
    const theirs = addOn(end());
    await publish(next);
    expect([asked, end()]).toEqual([[], theirs]);
    expect(outcomes).toMatchObject([{ itemId: 'first', outcome: 'executed' }]);
  });
});

describe('what follows a commit that its branch has lost is asked about anew, without it', () => {
  /** Published once, and changed since. */
  async function changedSince(name: string) {
    const run = await setUp(name);
    await publish(run.publishing);
    writeFileSync(join(run.folder, 'b.txt'), 'another\n');
    return run;
  }

  it('where the branch is deleted while the person decides', async () => {
    const { publishing, asked, outcomes, remove, end, repository } = await changedSince('meanwhile');
    let isRemoved = false;
    await publish(deciding(publishing, () => !isRemoved && (isRemoved = remove() === '')));
    expect(asked).toHaveLength(3);
    expect(host.git(repository, 'rev-list', `main..${BRANCH}`)).toBe(end());
    const output = expect.stringContaining('its branch no longer has the commit that it follows') as string;
    const [, second, third] = outcomes;
    expect(second).toMatchObject({ itemId: asked[1]?.id, outcome: 'not_executed', toolResponse: { output } });
    expect(third).toMatchObject({ itemId: asked[2]?.id, outcome: 'executed', toolResponse: { commit: end() } });
  });

  it('where it was deleted before the next run', async () => {
    const { publishing, asked, remove, end, repository } = await changedSince('between');
    await expect(
      publish(
        deciding(publishing, () => {
          throw new Error('The container is gone');
        }),
      ),
    ).rejects.toThrow('The container is gone');
    remove();
    await publish(publishing);
    expect(asked).toHaveLength(3);
    expect(asked[2]?.id).not.toBe(asked[1]?.id);
    expect(host.git(repository, 'rev-list', `main..${BRANCH}`)).toBe(end());
  });
});
