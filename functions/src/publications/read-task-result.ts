import type { Publication, TaskResult } from '@countersign/contract';
import type { TaskDocument } from '../documents/task.ts';
import { readSecret } from '../secrets/store.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { pullsOf } from './github.ts';
import { toPublication } from './publication-reply.ts';
import { publishedCommitsOf, type PublishedCommit } from './published-commit.ts';

/**
 * What a task produced. GitHub is asked for its pull requests; those it does not report are `unknown`. Throws
 * `not_found`.
 */
export async function readTaskResult(userId: string, taskId: string): Promise<TaskResult> {
  const { task } = await readOwnTask(userId, taskId);
  const found = await publishedCommitsOf(taskId);
  found.sort((a, b) => a.item.createdAt.toMillis() - b.item.createdAt.toMillis());
  return {
    workedSeconds: Math.round(task.workedMs / 1000),
    waitedSeconds: Math.round(task.waitedMs / 1000),
    publications: await Promise.all(newestOfEach(found).map((one) => withState(one, goneWords(one, task)))),
  };
}

/** Of a branch that was pushed several times, only the last publication. */
function newestOfEach(published: PublishedCommit[]): PublishedCommit[] {
  const keyOf = ({ branch, repository, item }: PublishedCommit) => `${repository?.id ?? item.id} ${branch}`;
  return [...new Map(published.map((one) => [keyOf(one), one])).values()];
}

/** What the task's last end says of a commit that its branch had lost by then, unless it was approved and pushed again since. */
function goneWords({ item, commit }: PublishedCommit, { gone }: TaskDocument): string | null {
  const lost = gone.find((one) => one.commit === commit && one.epoch >= (item.grantEpoch ?? 0));
  return lost?.text ?? null;
}

async function withState(published: PublishedCommit, gone: string | null): Promise<Publication> {
  const { item, repository, branch, pullRequestUrl } = published;
  if (repository === null || pullRequestUrl === null) return toPublication(published, null, gone);
  const token = await readSecret(item.userId, 'repository-token', repository.id);
  const pulls = await pullsOf({ owner: repository.owner, name: repository.name, token }, branch).catch(() => []);
  return toPublication(published, pulls.find(({ html_url }) => html_url === pullRequestUrl) ?? null, gone);
}
