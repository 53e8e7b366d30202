import type { Publication } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { read } from '../store/data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict, DomainError, notFound, upstreamFailed } from '../lib/errors.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { readSecret } from '../secrets/store.ts';
import { completeBodies, prepareBodies, writeChunks } from '../task-items/bodies.ts';
import { createPull, pullsOf, rewordPull, tipOf, type GithubPull, type GithubRepository } from './github.ts';
import { isPullRequestAddress } from '../settings/pull-request-address.ts';
import { toPublication } from './publication-reply.ts';
import { publishedCommitsOf, readPublishedCommit, type PublishedCommit } from './published-commit.ts';

/**
 * Opens the pull request of an approved and pushed commit whose runner could not open it: under the consent given for
 * exactly that commit, with the approved title and text. Nothing is pushed and no agent runs. A repeated or concurrent
 * call finds the existing one, as does one whose commit continues the branch of an open pull request: there is one,
 * wherever this is interrupted. Throws `not_found`, `conflict`, `upstream_failed`.
 */
export async function openPullRequest(userId: string, itemId: string): Promise<Publication> {
  const item = await read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  const published = await readPublishedCommit(item);
  if (published === null) throw conflict('This is not a commit that was approved and pushed');
  if (published.pullRequestUrl !== null) return toPublication(published, null);
  if (!published.canRetry) throw conflict(`No pull request can be opened for this commit: ${published.problem}`);
  const github = await githubOf(published);
  const others = await otherPublications(published);
  const pull = await findOrCreate(published, others, github);
  if (!isPullRequestAddress(pull.html_url)) throw upstreamFailed('GitHub named a pull request that is not on GitHub');
  const remark = await reword(pull, published, others, github);
  await noteOpened(published, { pullRequest: pull.html_url, remark });
  return toPublication({ ...published, pullRequestUrl: pull.html_url, problem: null, remark }, pull);
}

async function githubOf({ item, repository }: PublishedCommit): Promise<GithubRepository> {
  if (repository === null) throw conflict('The repository is no longer linked to this project');
  const { id, owner, name } = repository;
  const token = await readSecret(item.userId, 'repository-token', id);
  if (token === null) throw conflict(`No token is stored for ${owner}/${name}. Add one, then try again.`);
  return { owner, name, token };
}

/** What else the task has published to this branch. */
async function otherPublications({ item, repository, branch }: PublishedCommit): Promise<PublishedCommit[]> {
  const all = await publishedCommitsOf(item.taskId);
  return all.filter(
    (other) => other.item.id !== item.id && other.branch === branch && other.repository?.id === repository?.id,
  );
}

async function findOrCreate(
  published: PublishedCommit,
  others: readonly PublishedCommit[],
  github: GithubRepository,
): Promise<GithubPull> {
  const { branch, base, commit, title, body } = published;
  /** The branch may have others, to other branches, that people have opened. */
  const find = async () => {
    const pulls = (await pullsOf(github, branch)).filter(({ head }) => head.sha === commit);
    const isKnown = ({ html_url }: GithubPull) => others.some(({ pullRequestUrl }) => pullRequestUrl === html_url);
    return pulls.find(isKnown) ?? pulls.find((pull) => pull.base.ref === base);
  };
  const existing = await find();
  if (existing) return existing;
  // A pull request shows whatever its branch ends with, which must be what was approved.
  if ((await tipOf(github, branch)) !== commit) {
    throw conflict(`The branch ${branch} no longer ends with the commit that was approved`);
  }
  try {
    return await createPull(github, { title, head: branch, base, body });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Somebody was faster, or it was opened and the reply lost: GitHub keeps one per branch.
    const opened = await find().catch(() => undefined);
    if (!opened) throw error;
    return opened;
  }
}

/**
 * Gives an open pull request the words that were approved, unless somebody has changed them there. Resolves with a
 * sentence about why it could not.
 */
async function reword(
  pull: GithubPull,
  { title, body }: PublishedCommit,
  others: readonly PublishedCommit[],
  github: GithubRepository,
): Promise<string | null> {
  if (pull.state !== 'open' || (pull.title === title && (pull.body ?? '') === body)) return null;
  if (!others.some((one) => wordsOf(one) === wordsOf(pull))) {
    const was = others.length === 0 ? 'may have been' : 'was';
    return `Pushed; the pull request's text ${was} changed since, and it was left as it is.`;
  }
  try {
    await rewordPull(github, pull.number, { title, body });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `Pushed; the pull request's text could not be updated: ${error.message}`;
  }
}

/** Equal for words that say the same: GitHub's page ends lines in its own way. */
const wordsOf = ({ title, body }: Pick<GithubPull, 'title' | 'body'>) =>
  JSON.stringify([title.trim(), (body ?? '').replaceAll('\r\n', '\n').trim()]);

/** Records where the pull request is. Recording it again changes nothing. */
async function noteOpened(
  { item: { id, taskId, userId }, commit }: PublishedCommit,
  opened: { pullRequest: string; remark: string | null },
): Promise<void> {
  await transact(async (tx) => {
    const [item, task] = await Promise.all([tx.read(taskItems().doc(id)), tx.read(tasks().doc(taskId))]);
    if (!item || !task) throw notFound('Task item');
    const { toolResponse } = await completeBodies(item);
    const { headers, chunks } = prepareBodies({ toolResponse: { ...recordOf(toolResponse), ...opened } });
    const bodies: TaskItemDocument['bodies'] = { ...item.bodies, ...headers };
    tx.update(taskItems().doc(id), { bodies, updatedAt: Timestamp.now() });
    const { toolResponse: before } = item.bodies;
    writeChunks(tx, item, chunks, before && { toolResponse: before });
    if (task.commit === commit || task.commit === null) {
      tx.update(tasks().doc(taskId), { pullRequestUrl: opened.pullRequest, updatedAt: Timestamp.now() });
    }
    const detail = { taskId, commit, hash: item.hash };
    recordEvent(tx, { userId, actor: 'owner', action: 'pull_request_opened', subjectId: id, detail });
    tx.signal(userId, { kind: 'item', id, taskId }, { kind: 'task', id: taskId });
  });
}

const recordOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {});
