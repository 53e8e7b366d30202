import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProgramFailed } from '../lib/run-program.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders } from '../testing/start-runner.ts';
import { publish } from './publish.ts';
import { BRANCH, decided, testPublishing } from './test-publishing.ts';

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
  let kept = structuredClone(publishing.journal);
  let redeemed: OpenItem | undefined;
  const gone = {
    ...publishing,
    checkpoints: {
      isTooLarge: () => false,
      async save() {
        kept = structuredClone(publishing.journal);
        return true;
      },
    },
    consents: {
      ...publishing.consents,
      async obtain({ item, fingerprint }: Parameters<typeof publishing.consents.obtain>[0]) {
        const known = { id: 'second', title: item.title, toolName: 'publish', toolKind: 'publish', edits: null };
        redeemed = { ...known, reference: fingerprint, grant: 'released', isApproved: true } as OpenItem;
        return decided('second', true);
      },
    },
    log: Object.assign(
      (text: string) => {
        if (text.startsWith('pushed')) throw new Error('The container is gone');
      },
      { connect: () => undefined, flush: async () => undefined },
    ),
  };
  await expect(publish(gone)).rejects.toThrow('The container is gone');
  if (redeemed === undefined) throw new Error('Nothing was asked');

  const refuse = () => Promise.reject(new Error('It is asked a third time'));
  const task = { ...publishing.task, openItems: [redeemed] };
  const consents = { ...publishing.consents, obtain: refuse };
  await publish({ ...publishing, journal: kept, task, consents });
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
