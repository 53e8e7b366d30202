import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attribution } from '@countersign/contract';
import type { ClaimedTask, OpenItem, RecordItem } from '@countersign/contract/agent';
import { expect } from 'vitest';
import { newJournal } from '../checkpoint/journal.ts';
import type { Consent, Request } from '../consent/consent.ts';
import type { Standing } from '../consent/standing.ts';
import { throwIfStopped } from '../consent/throw-if-stopped.ts';
import type { AgentApi } from '../server/api.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';
import type { GrantOutcome, ReportQueue } from '../server/report-queue.ts';
import { createStop } from '../server/stop.ts';
import type { TestGitHost } from '../testing/git-host.ts';
import { makeFolder } from '../testing/start-runner.ts';
import { createGit, initRepository, prepareGitHome } from '../workspace/git/git.ts';
import { publish } from './publish.ts';
import type { Publishing } from './publishing.ts';

export const BRANCH = 'countersign/t';
const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

/** For tests: a decision, with a reason. */
export const decided = (itemId: string, isApproved: boolean): Consent => ({
  ...{ itemId, isApproved, reason: 'Not this week', edits: null, answer: null, isDecided: true },
});

/** For tests: a feed whose Stop the test presses; `unsaid` is what the owner has written. */
export function testFeed() {
  const stop = createStop();
  const unsaid: { createdAt: string }[] = [];
  const feed = {
    get stopRequested() {
      return stop.isRequested;
    },
    get stoppedAt() {
      return stop.pressedAt;
    },
    messages: { unsaid },
    acknowledgeStop: async () => stop.acknowledge(stop.pressedAt),
  } as unknown as DecisionFeed;
  return { feed, stop, unsaid };
}

/** For tests: hears what such a feed has brought. */
export const hearsStopOf = (feed: DecisionFeed) => async () => {
  const wasStopped = feed.stopRequested;
  await throwIfStopped(feed);
  return wasStopped;
};

/**
 * For tests: a task in a repository of the host; the person approves what is asked, and has decided `late` about what an
 * earlier run asked.
 */
export async function testPublishing(
  host: TestGitHost,
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
  const { feed, stop, unsaid } = testFeed();
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
      hearsStop: hearsStopOf(feed),
      redeem: async () => null,
      withdraw: async () => late,
      standing,
    },
    reports: {
      put: (item) => void put.push(item),
      flush: async () => undefined,
    } as Partial<ReportQueue> as ReportQueue,
    api: {} as AgentApi,
    feed,
    saved: { reportWhenSaved: (itemId, outcome) => void outcomes.push({ itemId, ...outcome }) },
    checkpoints: { save: async () => true, isTooLarge: () => false },
    attribution: { ofCommit: async () => attribution },
    appUrl: null,
    githubApiUrl: host.env.GITHUB_API_URL ?? '',
    log,
    redact: (text) => text,
    waits: { during: (_wait, work) => work() },
    signal: new AbortController().signal,
  };
  return { folder, publishing, asked, put, outcomes, stop, unsaid };
}

/** The same, as a later run does it: the one before has redeemed the approval, and went with its container. */
export async function afterRedeeming(publishing: Publishing): Promise<Publishing> {
  let reference = '';
  const obtain = ({ fingerprint }: Request) => {
    reference = fingerprint;
    return Promise.reject(new Error('The container is gone'));
  };
  const asking = { ...publishing, consents: { ...publishing.consents, obtain } };
  await expect(publish(asking)).rejects.toThrow('The container is gone');
  const redeemed = { id: 'before', reference, grant: 'released', isApproved: true, edits: null } as OpenItem;
  return { ...asking, task: { ...publishing.task, openItems: [redeemed] } };
}

/** For tests: a run that redeems the approval `itemId`, and the next one, which has what was saved by then. */
export function redeeming(publishing: Publishing, itemId: string): { run: Publishing; next: () => Publishing } {
  let kept = structuredClone(publishing.journal);
  let redeemed: OpenItem | undefined;
  const save = async () => {
    kept = structuredClone(publishing.journal);
    return true;
  };
  const obtain = async ({ item, fingerprint }: Request) => {
    const known = { id: itemId, title: item.title, toolName: 'publish', toolKind: 'publish', edits: null };
    redeemed = { ...known, reference: fingerprint, grant: 'released', isApproved: true } as OpenItem;
    return decided(itemId, true);
  };
  const consents = { ...publishing.consents, obtain };
  return {
    run: { ...publishing, checkpoints: { isTooLarge: () => false, save }, consents },
    next() {
      if (redeemed === undefined) throw new Error('Nothing was asked');
      return { ...publishing, journal: kept, task: { ...publishing.task, openItems: [redeemed] } };
    },
  };
}

/** The next run after one that was lost right after its push. */
export async function lostAfterPush(publishing: Publishing, itemId: string): Promise<Publishing> {
  const { run, next } = redeeming(publishing, itemId);
  const tell = (text: string) => {
    if (text.startsWith('pushed')) throw new Error('The container is gone');
  };
  const lost = { ...run, log: Object.assign(tell, { connect: () => undefined, flush: async () => undefined }) };
  await expect(publish(lost)).rejects.toThrow('The container is gone');
  return next();
}
