import * as z from 'zod';
import { git } from './git.ts';
import { branchHead, changeSettings, type Pull, type Repository } from './repository.ts';

const newPull = z.object({
  title: z.string().min(1),
  head: z.string().min(1),
  base: z.string().min(1),
  body: z.string().nullish(),
});

const pullChange = z
  .object({ title: z.string().min(1), body: z.string(), state: z.enum(['open', 'closed']) })
  .partial();

/** GitHub's 422: `errors` says which rule was broken. */
export class ValidationFailed extends Error {
  constructor(readonly errors: { resource: string; field?: string; code: string; message?: string }[]) {
    super('Validation Failed');
  }
}

/** Opens a pull request. Throws `ValidationFailed` if a branch is missing, brings nothing new, or already has one. */
export async function createPull(root: string, repository: Repository, body: unknown): Promise<Pull> {
  const parsed = newPull.safeParse(body);
  if (!parsed.success) throw new ValidationFailed([{ resource: 'PullRequest', code: 'missing_field' }]);
  const { title, base } = parsed.data;
  const head = branchOf(parsed.data.head);
  const headSha = await branchHead(repository, head);
  if (headSha === undefined) throw new ValidationFailed([{ resource: 'PullRequest', field: 'head', code: 'invalid' }]);
  if ((await branchHead(repository, base)) === undefined) {
    throw new ValidationFailed([{ resource: 'PullRequest', field: 'base', code: 'invalid' }]);
  }
  if ((await git(repository.folder, ['rev-list', '--count', `${base}..${headSha}`])) === '0') {
    throw custom(`No commits between ${base} and ${head}`);
  }
  return changeSettings(root, repository, ({ pulls }) => {
    if (pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base)) {
      throw custom(`A pull request already exists for ${repository.owner}:${head}.`);
    }
    const pull: Pull = {
      number: pulls.length + 1,
      title,
      body: parsed.data.body ?? '',
      head,
      headSha,
      base,
      state: 'open',
      createdAt: new Date().toISOString(),
      closedAt: null,
      mergedAt: null,
    };
    pulls.push(pull);
    return pull;
  });
}

/** Changes a pull request's words, or closes or reopens it. Throws `ValidationFailed`. */
export function updatePull(root: string, repository: Repository, number: number, body: unknown): Pull | undefined {
  const parsed = pullChange.safeParse(body);
  if (!parsed.success) throw new ValidationFailed([{ resource: 'PullRequest', code: 'invalid' }]);
  return changeSettings(root, repository, ({ pulls }) => {
    const pull = pulls.find((one) => one.number === number);
    if (!pull) return undefined;
    const { state = pull.state } = parsed.data;
    if (state === 'open' && pull.mergedAt !== null) throw custom('A merged pull request cannot be reopened');
    const closedAt = state === 'open' ? null : (pull.closedAt ?? new Date().toISOString());
    return Object.assign(pull, parsed.data, { closedAt });
  });
}

/**
 * Follows the branches: an open pull request has what its branch ends with, while that exists, and counts as merged once
 * its base has that, too.
 */
export async function followBranches(root: string, repository: Repository): Promise<void> {
  for (const { number, head, headSha, base } of repository.settings.pulls.filter(({ state }) => state === 'open')) {
    const tip = (await branchHead(repository, head)) ?? headSha;
    const isMerged = await hasCommit(repository, base, tip);
    if (tip === headSha && !isMerged) continue;
    changeSettings(root, repository, ({ pulls }) => {
      const pull = pulls.find((one) => one.number === number && one.state === 'open');
      const now = new Date().toISOString();
      if (pull)
        Object.assign(pull, { headSha: tip, ...(isMerged && { state: 'closed', closedAt: now, mergedAt: now }) });
    });
  }
}

async function hasCommit({ folder }: Repository, branch: string, sha: string): Promise<boolean> {
  return git(folder, ['merge-base', '--is-ancestor', sha, `refs/heads/${branch}`]).then(
    () => true,
    () => false,
  );
}

/** Newest first. `state` is open unless asked otherwise; `head` is `owner:branch` or a branch. */
export function listPulls({ settings }: Repository, query: { head?: string; base?: string; state?: string }): Pull[] {
  const state = query.state ?? 'open';
  return settings.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => query.head === undefined || pull.head === branchOf(query.head))
    .filter((pull) => query.base === undefined || pull.base === query.base)
    .reverse();
}

/** A pull request as a page of text: what it says and what it changes. */
export async function pullPage({ folder }: Repository, pull: Pull): Promise<string> {
  const diff = await git(folder, ['diff', `${pull.base}...${pull.headSha}`]);
  return `#${pull.number} ${pull.title} (${pull.state})\n${pull.head} -> ${pull.base}\n\n${pull.body}\n\n${diff}\n`;
}

function branchOf(head: string): string {
  return head.slice(head.indexOf(':') + 1);
}

function custom(message: string): ValidationFailed {
  return new ValidationFailed([{ resource: 'PullRequest', code: 'custom', message }]);
}
