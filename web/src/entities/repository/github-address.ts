import { parseGithubUrl, type Repository } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../config-query.ts';

type Addressed = Pick<Repository, 'url' | 'owner' | 'name'>;

/**
 * The web page of a repository on GitHub, or on the server that stands in for it here, whatever form its address was
 * typed in (`git@github.com:…`, no scheme).
 */
export function githubAddress(repository: Addressed, githubUrl = 'https://github.com'): string {
  const { owner, name } = parseGithubUrl(repository.url) ?? repository;
  return `${githubUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

/** The same, as this deployment knows it. */
export const useGithubAddress = (repository: Addressed): string =>
  githubAddress(repository, useQuery(configQuery()).data?.githubUrl);
