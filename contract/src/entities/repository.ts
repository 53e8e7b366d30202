import * as z from 'zod/mini';
import { id, line, text, timestamp } from '../lib/primitives.ts';

/** A linked GitHub repository. All that ever leaves the server about its token is whether one is stored. */
export const repository = z.object({
  id,
  projectId: z.nullable(id),
  owner: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  isPrivate: z.boolean(),
  hasToken: z.boolean(),
  lastUpdated: z.nullable(timestamp),
  createdAt: timestamp,
});
export type Repository = z.infer<typeof repository>;

const githubUrl =
  /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/|git@github\.com:)([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([A-Za-z0-9._-]{1,100}?)(?:\.git)?\/?$/i;

/** Owner and name from a GitHub address, without a trailing `.git`; null when it is not one. */
export function parseGithubUrl(url: string): { owner: string; name: string } | null {
  const match = githubUrl.exec(url.trim());
  const [, owner, name] = match ?? [];
  if (!owner || !name || name === '.' || name === '..') return null;
  return { owner, name };
}

/** The one form in which an address is stored and replied, however it was typed; null when it is not one. */
export function canonicalGithubUrl(url: string): string | null {
  const address = parseGithubUrl(url);
  return address && `https://github.com/${address.owner}/${address.name}`;
}

/** True for two spellings of one name on GitHub, which ignores case. */
export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** True for two spellings of one GitHub repository. */
export const isSameRepository = (a: GithubName, b: GithubName) =>
  isSameName(a.owner, b.owner) && isSameName(a.name, b.name);

type GithubName = Pick<Repository, 'owner' | 'name'>;

const url = line('URL', 300).check(
  z.refine((value) => parseGithubUrl(value) !== null, 'Enter a GitHub address like https://github.com/owner/name'),
);
const accountName = z.regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, 'Owner is not a GitHub account name');
const owner = line('Owner', 39).check(accountName);
const name = line('Name', 100);
const description = z.optional(z.nullable(text('Description', 2_000)));

/** A new repository: owner and name must match the address. */
export const createRepository = z.strictObject({
  name,
  owner,
  url,
  description,
  projectId: z.optional(z.nullable(id)),
  isPrivate: z.optional(z.boolean()),
});
export type CreateRepository = z.input<typeof createRepository>;

/** Inside a project: the owner is required, the name is taken from the url when absent. */
export const createProjectRepository = z.strictObject({
  owner: z
    .string('Owner is required')
    .check(z.trim(), z.minLength(1, { error: 'Owner is required', abort: true }), z.maxLength(39), accountName),
  name: z.optional(name),
  url,
  description,
  projectId: z.optional(id),
  isPrivate: z.optional(z.boolean()),
});
export type CreateProjectRepository = z.input<typeof createProjectRepository>;

/** Links the repository to a project; null unlinks it. A repository belongs to at most one project. */
export const linkRepository = z.strictObject({ projectId: z.nullable(id) });
export type LinkRepository = z.input<typeof linkRepository>;

const githubToken = /^(?:gh[pousr]_[A-Za-z0-9]{16,251}|github_pat_[A-Za-z0-9_]{16,244}|[0-9a-f]{40})$/;

/** An empty token keeps the stored one, null removes it. */
export const repositoryAuth = z.strictObject({
  githubToken: z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.refine((value) => value === '' || githubToken.test(value), 'This does not look like a GitHub token'),
      ),
    ),
  ),
  isPrivate: z.optional(z.boolean()),
});
export type RepositoryAuth = z.input<typeof repositoryAuth>;
