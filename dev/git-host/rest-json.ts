import type { Request } from 'express';
import { callerOf } from './access.ts';
import { branchHead, type Pull, type Repository } from './repository.ts';

/** Links of a repository that nobody follows here. */
const REPOSITORY_LINKS =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees hooks';
const USER_LINKS =
  'avatar events followers following gists organizations received_events repos starred subscriptions html';
const COUNTS =
  'forks forks_count stargazers_count watchers watchers_count size open_issues open_issues_count network_count subscribers_count';
const FEATURES = 'has_issues has_projects has_wiki has_pages has_discussions has_downloads archived disabled fork';
/** Without meaning: this host keeps no times of a repository. */
const MADE_AT = '2026-01-01T00:00:00Z';

const each = <T>(names: string, value: (name: string) => T) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value(name)]));
const links = (names: string, base: string) =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}_url`, `${base}/${name}`]));
const hostOf = (req: Request) => `${req.protocol}://${req.get('host')}`;

/** A repository in the form of GitHub's API. */
export function repositoryJson(req: Request, tokens: readonly string[], { owner, name, settings }: Repository) {
  const page = `https://github.com/${owner}/${name}`;
  const url = `${hostOf(req)}/api/v3/repos/${owner}/${name}`;
  return {
    id: 1,
    node_id: 'R_1',
    name,
    full_name: `${owner}/${name}`,
    owner: userJson(req, owner, 'Organization'),
    private: settings.private,
    visibility: settings.private ? 'private' : 'public',
    default_branch: 'main',
    permissions: { admin: false, push: callerOf(req, tokens) === 'known', pull: true },
    url,
    ...links(REPOSITORY_LINKS, url),
    html_url: page,
    clone_url: `${page}.git`,
    git_url: `git://github.com/${owner}/${name}.git`,
    ssh_url: `git@github.com:${owner}/${name}.git`,
    svn_url: page,
    mirror_url: null,
    description: null,
    homepage: null,
    language: null,
    license: null,
    ...each(COUNTS, () => 0),
    ...each(FEATURES, () => false),
    pushed_at: MADE_AT,
    created_at: MADE_AT,
    updated_at: MADE_AT,
  };
}

/** A pull request in the form of GitHub's API. */
export async function pullJson(req: Request, tokens: readonly string[], repository: Repository, pull: Pull) {
  const { owner, name } = repository;
  const page = `${hostOf(req)}/${owner}/${name}/pull/${pull.number}`;
  const api = `${hostOf(req)}/api/v3/repos/${owner}/${name}`;
  const url = `${api}/pulls/${pull.number}`;
  const user = userJson(req, owner, 'Organization');
  const repo = repositoryJson(req, tokens, repository);
  const { headSha } = pull;
  const href = (path: string) => ({ href: path });
  const more = {
    comments: `${api}/issues/${pull.number}/comments`,
    commits: `${url}/commits`,
    statuses: `${api}/statuses/${headSha}`,
    review_comment: `${api}/pulls/comments{/number}`,
    review_comments: `${url}/comments`,
    issue: `${api}/issues/${pull.number}`,
    html: page,
  };
  return {
    id: pull.number,
    node_id: `PR_${pull.number}`,
    number: pull.number,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    url,
    ...Object.fromEntries(Object.entries(more).map(([key, path]) => [`${key}_url`, path])),
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    _links: { ...Object.fromEntries(Object.entries(more).map(([key, path]) => [key, href(path)])), self: href(url) },
    head: { ref: pull.head, sha: headSha, label: `${owner}:${pull.head}`, repo, user },
    base: {
      ref: pull.base,
      sha: (await branchHead(repository, pull.base)) ?? '',
      label: `${owner}:${pull.base}`,
      repo,
      user,
    },
    user,
    author_association: 'CONTRIBUTOR',
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: null,
    merged: pull.mergedAt !== null,
    merged_by: null,
    mergeable: null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    ...each('additions deletions changed_files comments commits review_comments', () => 0),
    assignee: null,
    auto_merge: null,
    labels: [],
    locked: false,
    milestone: null,
  };
}

/** A branch's newest commit in the form of GitHub's API. */
export function refJson(req: Request, { owner, name }: Repository, branch: string, sha: string) {
  const api = `${hostOf(req)}/api/v3/repos/${owner}/${name}/git`;
  const ref = `refs/heads/${branch}`;
  return {
    ref,
    node_id: `REF_${branch}`,
    url: `${api}/${ref}`,
    object: { sha, type: 'commit', url: `${api}/commits/${sha}` },
  };
}

function userJson(req: Request, login: string, type: string) {
  const url = `${hostOf(req)}/api/v3/users/${login}`;
  return { id: 1, node_id: 'U_1', login, type, site_admin: false, gravatar_id: '', url, ...links(USER_LINKS, url) };
}
