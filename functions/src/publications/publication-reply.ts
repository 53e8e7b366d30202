import type { Publication } from '@countersign/contract';
import type { GithubPull } from './github.ts';
import type { PublishedCommit } from './published-commit.ts';

/**
 * A publication as replied; `pull`: its pull request as GitHub reports it now, null where that is unknown; `gone`: that its
 * branch no longer has it.
 */
export function toPublication(
  published: PublishedCommit,
  pull: GithubPull | null,
  gone: string | null = null,
): Publication {
  const { item, repository, branch, commit, pullRequestUrl, problem, canRetry, remark, changed, note } = published;
  return {
    itemId: item.id,
    repository: repository && {
      id: repository.id,
      owner: repository.owner,
      name: repository.name,
      hasToken: repository.hasToken,
    },
    branch,
    commit,
    pullRequest: pullRequestUrl === null ? null : toPullRequest(pullRequestUrl, pull),
    problem,
    canRetry,
    remark,
    changed,
    note,
    gone,
  };
}

function toPullRequest(url: string, pull: GithubPull | null): Publication['pullRequest'] {
  if (pull) return { number: pull.number, url, state: pull.merged_at ? 'merged' : pull.state };
  const number = /\/pull\/(\d+)$/.exec(url)?.[1];
  return { number: number === undefined ? null : Number(number), url, state: 'unknown' };
}
