import { Octokit } from '@octokit/rest';
import { digestOf } from '../../attribution/changes.ts';
import { messageOf } from '../../lib/failures.ts';

/** Milliseconds that a call of the REST API may take. */
const CALL_MS = 60_000;
/** How often new words are sent, if that fails: a single failure may pass. */
const REWORD_TRIES = 2;

/** A branch of a repository at GitHub. */
export interface RemoteBranch {
  owner: string;
  repo: string;
  branch: string;
}

export interface PullRequest extends RemoteBranch {
  base: string;
  title: string;
  body: string;
  /** Its branch changes nothing any more: where none is open, none is opened. */
  isEmpty?: boolean;
}

export interface GithubAccess {
  baseUrl: string;
  token: string | null;
  signal: AbortSignal;
}

export interface OpenPullRequest {
  url: string;
  /** A sentence about why it has other words than these; null if it has them. */
  remark: string | null;
}

/** What is known of the pull request that a task has had opened. */
export interface KnownPullRequest {
  url: string | null;
  /** Digests of all words that were approved for it. */
  words: readonly string[];
}

/** A pull request that is no longer open. */
export interface EndedPullRequest {
  number: number;
  isMerged: boolean;
}

type Pulls = Octokit['rest']['pulls'];
interface Found {
  number: number;
  html_url: string;
  title: string;
  body: string | null;
  base: { ref: string };
}

/**
 * Opens a pull request, or gives the branch's open one these words, so that a repetition does not open a second. Throws
 * what the REST API answers, unless only the words are missing. Null where none is open, and none is to be opened.
 */
export async function openPullRequest(
  wanted: PullRequest,
  known: KnownPullRequest,
  access: GithubAccess,
): Promise<OpenPullRequest | null> {
  const { owner, repo, branch, base, title, body, isEmpty = false } = wanted;
  const pulls = pullsAt(access);
  /** The branch may have others, to other branches, that people have opened. */
  const find = async (): Promise<Found | undefined> => {
    const { data } = await pulls.list({ owner, repo, head: `${owner}:${branch}`, state: 'open' });
    return data.find((pull) => pull.html_url === known.url) ?? data.find((pull) => pull.base.ref === base);
  };
  const worded = async (found: Found) => ({
    url: found.html_url,
    remark: await reword(found, wanted, known, { pulls, find, signal: access.signal }),
  });
  const existing = await find();
  if (existing !== undefined) return worded(existing);
  if (isEmpty) return null;
  try {
    const { data: created } = await pulls.create({ owner, repo, head: branch, base, title, body });
    return { url: created.html_url, remark: null };
  } catch (error) {
    access.signal.throwIfAborted();
    // It may have been opened nevertheless, and the answer lost.
    const opened = await find().catch(() => undefined);
    if (opened === undefined) throw error;
    return worded(opened);
  }
}

/** Equal for words that say the same: GitHub's page ends lines in its own way. */
export function digestOfWords(title: string, body: string | null): string {
  return digestOf(JSON.stringify([title.trim(), (body ?? '').replaceAll('\r\n', '\n').trim()]));
}

/**
 * The newest pull request to this base that a branch had before `commit`, if it has ended; null if one is open, or there
 * was none. Those to other bases, such as backports, are somebody else's. Throws what the REST API answers.
 */
export async function findEnded(
  { owner, repo, branch, base }: RemoteBranch & { base: string },
  commit: string,
  access: GithubAccess,
): Promise<EndedPullRequest | null> {
  const { data } = await pullsAt(access).list({ owner, repo, head: `${owner}:${branch}`, state: 'all' });
  const own = data.filter((one) => one.base.ref === base);
  const [newest] = own;
  // One that is open has this commit, or will have it.
  if (newest === undefined || own.some(({ state }) => state === 'open') || newest.head.sha === commit) return null;
  return { number: newest.number, isMerged: newest.merged_at !== null };
}

/**
 * The pull request to this base that has this commit, open or ended, or that had it when others added to it, and is merged
 * (`opened`: the one that was opened for it); null if there is none. Throws what the REST API answers.
 */
export async function findWith(
  { owner, repo, branch, base }: RemoteBranch & { base: string },
  { commit, opened = null }: { commit: string; opened?: string | null },
  access: GithubAccess,
): Promise<{ url: string; isMerged: boolean } | null> {
  const { data } = await pullsAt(access).list({ owner, repo, head: `${owner}:${branch}`, state: 'all' });
  const own = data.filter((one) => one.base.ref === base);
  const having = own.filter((one) => one.head.sha === commit);
  const merged = [...having, ...own.filter((one) => one.html_url === opened)].find((one) => one.merged_at !== null);
  const found = merged ?? having[0];
  return found === undefined ? null : { url: found.html_url, isMerged: found.merged_at !== null };
}

/**
 * Gives an open pull request the title and text that were approved, unless somebody has changed them there. Resolves
 * with a sentence about why it has others.
 */
async function reword(
  found: Found,
  { owner, repo, title, body }: PullRequest,
  { words }: KnownPullRequest,
  { pulls, find, signal }: { pulls: Pulls; find: () => Promise<Found | undefined>; signal: AbortSignal },
): Promise<string | null> {
  const has = (pull: Found | undefined) => pull?.title === title && (pull.body ?? '') === body;
  if (has(found)) return null;
  if (!words.includes(digestOfWords(found.title, found.body))) {
    const was = words.length === 0 ? 'may have been' : 'was';
    return `Pushed; the pull request's text ${was} changed since, and it was left as it is.`;
  }
  for (let tries = 1; ; tries += 1) {
    try {
      await pulls.update({ owner, repo, pull_number: found.number, title, body });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      // As with opening, only the answer may be lost.
      if (has(await find().catch(() => undefined))) return null;
      if (tries < REWORD_TRIES) continue;
      const why = messageOf(error);
      return `Pushed; the pull request's text could not be updated: ${why}`;
    }
  }
}

function pullsAt({ baseUrl, token, signal }: GithubAccess): Pulls {
  const octokit = new Octokit({
    baseUrl,
    ...(token === null ? {} : { auth: token }),
    userAgent: 'countersign',
    log: silent,
    request: { fetch: limited(signal) },
  });
  return octokit.rest.pulls;
}

/** A host that does not answer is given up, each call by itself. */
function limited(signal: AbortSignal): typeof fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]) });
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
