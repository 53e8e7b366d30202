import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attribution } from '@countersign/contract';
import type { ClaimedTask, RecordItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newJournal } from '../checkpoint/journal.ts';
import type { Consent, Request } from '../consent/consent.ts';
import type { Standing } from '../consent/standing.ts';
import type { AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createGit, initRepository, prepareGitHome } from '../workspace/git/git.ts';
import { publish } from './publish.ts';
import type { Publishing } from './publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const BRANCH = 'countersign/t';
const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
const decided = (itemId: string, isApproved: boolean): Consent => ({
  ...{ itemId, isApproved, reason: 'Not this week', edits: null, answer: null, isDecided: true },
});

/** A task in a repository; the person approves what is asked, and has decided `late` about what an earlier run asked. */
async function setUp(
  name: string,
  { standing = [], late = null }: { standing?: Standing[]; late?: Consent | null } = {},
) {
  host.create(`acme/${name}`, { 'a.txt': 'a\n' });
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const [folder, gitDir] = [join(runnerHome, 'files'), join(runnerHome, 'it.git')];
  mkdirSync(folder);
  const cloneUrl = `https://github.com/acme/${name}.git`;
  const redirects: [string, string][] = [[host.env.GIT_CONFIG_KEY_0 ?? '', host.env.GIT_CONFIG_VALUE_0 ?? '']];
  const git = createGit({
    gitDir,
    workTree: folder,
    runnerHome,
    redirects,
    path: process.env.PATH ?? '',
    origin: cloneUrl,
  });
  const credentials = { username: 'x-access-token', token: host.token };
  await initRepository(git, gitDir);
  await git(['fetch', '--quiet', 'origin', 'main'], { credentials });
  await git(['checkout', '--quiet', '-B', BRANCH, 'FETCH_HEAD']);
  const baseCommit = await git(['rev-parse', 'HEAD']);
  const repository = { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
  const [asked, put]: [RecordItem[], RecordItem[]] = [[], []];
  const outcomes: Array<{ itemId: string } & GrantOutcome> = [];
  const attribution: Attribution = { files: 0, outside: { files: 0, listed: [] }, within: [], rejected: [], notes: [] };
  const publishing: Publishing = {
    task: { id: 't', title: 'A task', description: null, openItems: [], branch: BRANCH } as unknown as ClaimedTask,
    workspace: {
      checkouts: [{ repository, folder, gitDir, git, branch: BRANCH, base: 'main', baseCommit }],
      credentialsOf: async () => credentials,
    },
    journal: newJournal('demo'),
    consents: {
      async obtain({ item }: Request) {
        asked.push(item);
        return { ...decided(item.id, true), reason: null };
      },
      redeem: async () => null,
      withdraw: async () => late,
      standing,
    },
    reports: {
      put: (item) => void put.push(item),
      flush: async () => undefined,
    } as Partial<ReportQueue> as ReportQueue,
    api: {} as AgentApi,
    feed: { stopRequested: false } as DecisionFeed,
    saved: { reportWhenSaved: (itemId, outcome) => void outcomes.push({ itemId, ...outcome }) },
    attribution: { ofCommit: async () => attribution },
    appUrl: null,
    githubApiUrl: host.env.GITHUB_API_URL ?? '',
    log,
    waits: { during: (_wait, work) => work() },
    signal: new AbortController().signal,
  };
  return { folder, publishing, asked, put, outcomes };
}

it('a commit that takes back what was published is asked about with that difference, says so, and is pushed', async () => {
  const { folder, publishing, asked } = await setUp('back');
  writeFileSync(join(folder, 'b.txt'), 'b\n');
  await publish(publishing);
  rmSync(join(folder, 'b.txt'));
  await publish(publishing);
  await publish(publishing);
  const [, back, ...more] = asked;
  expect(more, 'nothing is left to ask').toEqual([]);
  expect(back?.fileContent).toContain('deleted file mode 100644');
  expect(back?.content).toContain('b.txt | 1 -');
  const words = expect.stringContaining('Takes back all that this task has published') as string;
  expect(back?.toolParameters).toMatchObject({ attribution: { notes: [words] }, body: words });
  expect(host.git('acme/back', 'rev-list', '--count', `main..${BRANCH}`)).toBe('2');
  expect(host.git('acme/back', 'diff', '--stat', 'main', BRANCH)).toBe('');
  expect(await host.pulls('acme/back')).toMatchObject([{ number: 1, body: words }]);
});

it.each(['merged', 'closed'] as const)(
  'a commit that takes back what was published in a pull request that is %s says so, and opens no other',
  async (how) => {
    const name = `back-${how}`;
    const { folder, publishing, asked, outcomes } = await setUp(name);
    writeFileSync(join(folder, 'b.txt'), 'b\n');
    await publish(publishing);
    if (how === 'closed') await host.changePull(`acme/${name}`, 1, { state: 'closed' });
    else host.git(`acme/${name}`, 'update-ref', 'refs/heads/main', BRANCH);
    rmSync(join(folder, 'b.txt'));
    await publish(publishing);
    const end = `Pull request #1 was ${how}${how === 'merged' ? ': what it brought stays; revert it at GitHub.' : '.'}`;
    expect(asked[1]?.content).toContain(`${end} No other pull request will be opened.`);
    expect(await host.pulls(`acme/${name}`), 'none is open').toEqual([]);
    const remark = `No other pull request was opened: the branch changes nothing any more. ${end}`;
    const pullRequest = expect.stringMatching(/\/pull\/1$/) as string;
    expect(outcomes.map(({ toolResponse }) => toolResponse)).toMatchObject([{ pullRequest }, { pullRequest, remark }]);
  },
);

describe('a question about a change that was undone meanwhile', () => {
  const former: Standing = {
    ...{ itemId: 'former', type: 'approval_request', toolName: 'publish', toolKind: 'publish', fingerprint: null },
    title: 'Publish to acme/undone',
  };

  it.each([null, true, false])(
    'is withdrawn, and what the person decided before that is heard (%s)',
    async (isApproved) => {
      const late = isApproved === null ? null : decided('former', isApproved);
      const { publishing, asked, put, outcomes } = await setUp('undone', { standing: [former], late });
      const rejections = await publish(publishing);
      expect(asked).toEqual([]);
      expect(put).toMatchObject([{ title: 'Nothing is left to publish to acme/undone', replaces: 'former' }]);
      expect(outcomes).toMatchObject(isApproved ? [{ itemId: 'former', outcome: 'not_executed' }] : []);
      expect(rejections).toMatchObject(isApproved === false ? [{ itemId: 'former', reason: 'Not this week' }] : []);
    },
  );

  it('of another repository stands', async () => {
    const { publishing, put } = await setUp('other', { standing: [former] });
    await publish(publishing);
    expect(put).toEqual([]);
  });
});
