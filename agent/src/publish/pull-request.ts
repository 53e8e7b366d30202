import { Octokit } from '@octokit/rest';

/** Milliseconds that a call of the REST API may take. */
const CALL_MS = 60_000;

export interface PullRequest {
  owner: string;
  repo: string;
  branch: string;
  base: string;
  title: string;
  body: string;
}

/**
 * Opens a pull request, or finds the branch's existing one, so that a repetition does not open a second. Throws what
 * the REST API answers.
 */
export async function openPullRequest(
  { owner, repo, branch, base, title, body }: PullRequest,
  access: { baseUrl: string; token: string | null; signal: AbortSignal },
): Promise<string> {
  const octokit = new Octokit({
    baseUrl: access.baseUrl,
    ...(access.token === null ? {} : { auth: access.token }),
    userAgent: 'countersign',
    log: silent,
    request: { fetch: limited(access.signal) },
  });
  const find = async () => {
    const { data } = await octokit.pulls.list({ owner, repo, head: `${owner}:${branch}`, state: 'open' });
    return data[0]?.html_url ?? null;
  };
  const existing = await find();
  if (existing !== null) return existing;
  try {
    const { data: created } = await octokit.pulls.create({ owner, repo, head: branch, base, title, body });
    return created.html_url;
  } catch (error) {
    access.signal.throwIfAborted();
    // It may have been opened nevertheless, and the answer lost.
    const opened = await find().catch(() => null);
    if (opened === null) throw error;
    return opened;
  }
}

/** A host that does not answer is given up, each call by itself. */
function limited(signal: AbortSignal): typeof fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]) });
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
