import * as z from 'zod';
import { env } from '../settings/env.ts';
import { conflict, upstreamFailed, type DomainError } from '../lib/errors.ts';

/** Milliseconds that one call of the REST API may take. */
const CALL_MS = 8_000;
/** Characters of GitHub's error text that are passed on. */
const WORDS_MAX = 300;

const pull = z.object({
  number: z.number(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  merged_at: z.string().nullish(),
  head: z.object({ sha: z.string() }),
  base: z.object({ ref: z.string() }),
});
export type GithubPull = z.infer<typeof pull>;
const pulls = z.array(pull);
const branchRef = z.object({ object: z.object({ sha: z.string() }) });
const refusal = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

/** A repository at GitHub and the token for it; without one, access is anonymous. */
export interface GithubRepository {
  owner: string;
  name: string;
  token: string | null;
}

/**
 * All pull requests of a branch, newest first. Throws `conflict` where GitHub refuses, `upstream_failed` where it has
 * trouble.
 */
export async function pullsOf(repository: GithubRepository, branch: string): Promise<GithubPull[]> {
  const query = new URLSearchParams({ head: `${repository.owner}:${branch}`, state: 'all', per_page: '100' });
  return call(repository, `/pulls?${query}`, pulls);
}

/** The commit at the end of a branch. Throws like `pullsOf`. */
export async function tipOf(repository: GithubRepository, branch: string): Promise<string> {
  const path = branch.split('/').map(encodeURIComponent).join('/');
  return (await call(repository, `/git/ref/heads/${path}`, branchRef)).object.sha;
}

/** Opens a pull request. Throws like `pullsOf`. */
export async function createPull(
  repository: GithubRepository,
  body: { title: string; head: string; base: string; body: string },
): Promise<GithubPull> {
  return call(repository, '/pulls', pull, { method: 'POST', body });
}

/** Gives a pull request other words. Throws like `pullsOf`. */
export async function rewordPull(
  repository: GithubRepository,
  number: number,
  body: { title: string; body: string },
): Promise<GithubPull> {
  return call(repository, `/pulls/${number}`, pull, { method: 'PATCH', body });
}

async function call<T>(
  { owner, name, token }: GithubRepository,
  path: string,
  schema: z.ZodType<T>,
  sent: { method: 'POST' | 'PATCH'; body: Record<string, string> } | null = null,
): Promise<T> {
  const api = env().GITHUB_API_URL.replace(/\/$/, '');
  try {
    const reply = await fetch(`${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${path}`, {
      method: sent?.method ?? 'GET',
      headers: {
        Accept: 'application/vnd.github+json',
        'User-Agent': 'countersign',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(sent && { 'Content-Type': 'application/json' }),
      },
      body: sent && JSON.stringify(sent.body),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const json = (await reply.json().catch(() => null)) as unknown;
    if (!reply.ok) throw refused(reply.status, json);
    return schema.parse(json);
  } catch (error) {
    if (error instanceof GithubRefused) throw error.told;
    throw upstreamFailed('GitHub could not be reached, or its answer made no sense. Try again in a moment.');
  }
}

class GithubRefused extends Error {
  constructor(readonly told: DomainError) {
    super(told.message);
  }
}

/** Trouble at GitHub passes; what it refuses stays refused until somebody changes something. */
function refused(status: number, json: unknown): GithubRefused {
  const { message, errors } = refusal.safeParse(json).data ?? {};
  const words = [message, ...(errors ?? []).map((error) => error.message)].filter(Boolean).join(': ');
  const said = words === '' ? '' : `: ${words.slice(0, WORDS_MAX)}`;
  if (status >= 500 || status === 429) return new GithubRefused(upstreamFailed(`GitHub answered ${status}${said}`));
  return new GithubRefused(conflict(`GitHub answered ${status}${said}`));
}
