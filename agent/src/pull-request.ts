import { Octokit } from '@octokit/rest';

export interface PullRequest {
  owner: string;
  repo: string;
  branch: string;
  base: string;
  title: string;
  body: string;
}

/**
 * Opens a pull request, or finds the one that the branch has already, so that repeating it makes no second one.
 * Throws what the REST API answers.
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
    request: { signal: access.signal },
  });
  const { data: existing } = await octokit.pulls.list({ owner, repo, head: `${owner}:${branch}`, state: 'open' });
  const [first] = existing;
  if (first) return first.html_url;
  const { data: created } = await octokit.pulls.create({ owner, repo, head: branch, base, title, body });
  return created.html_url;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
