import {
  changedFiles,
  isSameRepository,
  parseGithubUrl,
  pushedNote,
  type ChangedFiles,
  type PushedNote,
} from '@countersign/contract';
import * as z from 'zod';
import { actAtOnce } from '../lib/at-once.ts';
import { list, read } from '../store/data.ts';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { repositories } from '../store/firestore.ts';
import { projectRepositories, publishedItemsOf } from '../store/queries.ts';
import { completeBodies } from '../task-items/bodies.ts';
import { itemHash } from '../task-items/write-item.ts';
import { isPullRequestAddress } from '../settings/pull-request-address.ts';

/** A commit that its owner approved and a runner pushed. */
export interface PublishedCommit {
  item: TaskItemDocument;
  branch: string;
  base: string;
  commit: string;
  /** Title and text of its pull request, as approved. */
  title: string;
  body: string;
  /** The one that has its name now, if it was deleted or unlinked; null if the project has none. */
  repository: RepositoryDocument | null;
  pullRequestUrl: string | null;
  /** Why there is no pull request. */
  problem: string | null;
  /** False where none can be opened, as its runner has found. */
  canRetry: boolean;
  /** What else is to be known of the pull request. */
  remark: string | null;
  changed: ChangedFiles | null;
  note: PushedNote | null;
}

const approvedParameters = z.object({
  repositoryId: z.string(),
  branch: z.string(),
  base: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  title: z.string(),
  body: z.string(),
});

const response = z.object({
  commit: z.string(),
  pullRequest: z.string().nullable(),
  remark: z.string().nullable().default(null),
  canRetry: z.boolean().default(true),
  changed: z.unknown().optional(),
  note: z.unknown().optional(),
});

/**
 * What an approved and executed publish request did; null for every other item. What was approved is read from the
 * hashed bytes, and from nothing else.
 */
export async function readPublishedCommit(item: TaskItemDocument): Promise<PublishedCommit | null> {
  const isPublish = item.toolName === 'publish' && item.toolKind === 'publish' && item.enforcement === 'enforced';
  if (!isPublish || item.isApproved !== true || item.grant !== 'executed') return null;
  const bodies = await completeBodies(item);
  const [approved, done] = [
    approvedParameters.safeParse(bodies.toolParameters),
    response.safeParse(bodies.toolResponse),
  ];
  const fields = { content: textOf(bodies.content), fileContent: textOf(bodies.fileContent) };
  const hash = itemHash({ ...item, ...fields, toolParameters: bodies.toolParameters });
  if (!approved.success || !done.success || done.data.commit !== approved.data.commit || hash !== item.hash)
    return null;
  const { branch, base, commit, title, body, repositoryId } = approved.data;
  const told = done.data.pullRequest;
  const isOpened = told !== null && isPullRequestAddress(told);
  const changed = changedFiles.safeParse(done.data.changed);
  const note = pushedNote.safeParse(done.data.note);
  return {
    item,
    branch,
    base,
    commit,
    title: item.edits?.title ?? title,
    body: item.edits?.body ?? body,
    repository: await repositoryOf(item, repositoryId),
    pullRequestUrl: isOpened ? told : null,
    problem: isOpened || told === null ? null : problemOf(told),
    canRetry: done.data.canRetry,
    remark: done.data.remark,
    changed: changed.success ? changed.data : null,
    note: note.success ? note.data : null,
  };
}

/** What stands in place of a pull request's address; an address elsewhere is no reason, and is not handed on. */
const problemOf = (told: string) =>
  /^https?:/i.test(told) ? 'The container named an address that is no pull request at GitHub.' : told;

/** The repository that was approved, or, where that was deleted and added again, the only one of its name. */
async function repositoryOf(
  { userId, projectId, title }: TaskItemDocument,
  repositoryId: string,
): Promise<RepositoryDocument | null> {
  const found = await read(repositories().doc(repositoryId));
  if (found?.userId === userId && found.projectId === projectId) return found;
  // The question's title is under the hash that was approved, as the id is.
  const name = parseGithubUrl(`github.com/${title.replace(/^Publish to /, '')}`);
  if (name === null) return null;
  const [named, ...others] = (await list(projectRepositories(userId, projectId))).filter((one) =>
    isSameRepository(one, name),
  );
  return others.length === 0 ? (named ?? null) : null;
}

/** Publications whose bodies are joined at a time: each may be as long as a patch may be. */
const JOINED_AT_ONCE = 3;

/** All commits of a task that were approved and pushed. */
export async function publishedCommitsOf(taskId: string): Promise<PublishedCommit[]> {
  const items = await list(publishedItemsOf(taskId));
  const found: (PublishedCommit | null)[] = [];
  await actAtOnce([...items.entries()], JOINED_AT_ONCE, async ([index, item]) => {
    found[index] = await readPublishedCommit(item);
  });
  return found.filter((one) => one !== null);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
