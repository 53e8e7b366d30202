import { parseGithubUrl, type Repository } from '@countersign/contract';

/** The web page of a repository on GitHub, whatever form its address was typed in (`git@github.com:…`, no scheme). */
export function githubAddress(repository: Pick<Repository, 'url' | 'owner' | 'name'>): string {
  const { owner, name } = parseGithubUrl(repository.url) ?? repository;
  return `https://github.com/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
