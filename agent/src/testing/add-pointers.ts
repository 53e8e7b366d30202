import type { TestGitHost } from './git-host.ts';

/** Adds pointers to other repositories' commits to the newest commit of a repository; returns the new one. */
export function addPointers(host: TestGitHost, repository: string, pointers: string[], commit: string): string {
  const tree = host.git(repository, 'ls-tree', 'main');
  const lines = pointers.map((path) => `160000 commit ${commit}\t${path}`);
  const made = host.feed(`${[tree, ...lines].join('\n')}\n`, repository, 'mktree', '--missing');
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  const newest = host.git(repository, ...author, 'commit-tree', made, '-p', 'main', '-m', 'Submodules');
  host.git(repository, 'update-ref', 'refs/heads/main', newest);
  return newest;
}
