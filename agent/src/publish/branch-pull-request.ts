import type { AgentRepository } from '@countersign/contract/agent';
import type { Journal } from '../checkpoint/journal.ts';
import type { Consent } from '../consent/consent.ts';
import type { Log } from '../server/log.ts';
import type { ToldWaits } from '../server/told-waits.ts';
import type { Checkout } from '../workspace/checkout.ts';
import type { PublishRequest } from './publish-request.ts';
import { digestOfWords, openPullRequest, type GithubAccess, type KnownPullRequest } from './pull-request.ts';
import type { Push } from './push.ts';

const PULL_REQUEST = {
  kind: 'publish',
  title: 'Opening the pull request',
  text: 'GitHub is taking a long time to answer about the pull request.',
} as const;

/** GitHub's REST API with the token that is used to push. */
export const accessTo = (
  { credentials }: Push,
  { githubApiUrl, signal }: { githubApiUrl: string; signal: AbortSignal },
): GithubAccess => ({ baseUrl: githubApiUrl, token: credentials?.token ?? null, signal });

/** The push has happened; if the pull request cannot be opened or worded, that is reported and nothing fails. */
export async function pullRequestOf(
  { branch, base }: Checkout,
  { id, owner, name }: AgentRepository,
  request: PublishRequest,
  { edits }: Consent,
  access: GithubAccess,
  {
    journal,
    log,
    waits,
    signal,
  }: { journal: Journal; log: Log; waits: Pick<ToldWaits, 'during'>; signal: AbortSignal },
): Promise<{ url: string | null; problem: string | null }> {
  const title = edits?.title ?? request.title;
  const body = edits?.body ?? request.body;
  const known: KnownPullRequest = journal.pullRequests[id] ?? { url: journal.pullRequestUrl, words: [] };
  // Kept also if it cannot be opened here: its owner can have it opened later, in these words.
  // Of one that an earlier version opened, nothing is known, also later.
  const isUnknown = known.url !== null && known.words.length === 0;
  const words = isUnknown ? [] : [...new Set([...known.words, digestOfWords(title, body)])];
  journal.pullRequests[id] = { url: known.url, words };
  try {
    const { url, remark } = await waits.during(PULL_REQUEST, () =>
      openPullRequest({ owner, repo: name, branch, base, title, body }, known, access),
    );
    journal.pullRequests[id] = { url, words };
    log(`pull request: ${url}`);
    if (remark !== null) log(remark);
    return { url, problem: remark };
  } catch (error) {
    signal.throwIfAborted();
    const problem = `The pull request could not be opened: ${error instanceof Error ? error.message : String(error)}`;
    log(problem);
    return { url: null, problem };
  }
}
