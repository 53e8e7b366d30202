import { canonicalGithubUrl, type Repository } from '@countersign/contract';
import { iso } from '../documents/time.ts';
import type { RepositoryDocument } from '../documents/repository.ts';

/**
 * A repository as replied: of its token only whether there is one. Earlier versions stored addresses as they were
 * typed.
 */
export function toRepositoryReply(repository: RepositoryDocument): Repository {
  return {
    ...repository,
    url: canonicalGithubUrl(repository.url) ?? repository.url,
    createdAt: iso(repository.createdAt),
    lastUpdated: iso(repository.lastUpdated),
  };
}
