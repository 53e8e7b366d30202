import type { Repository } from '@countersign/contract';

/** What a repository is called: "owner/name", as on GitHub. */
export function fullName({ owner, name }: Pick<Repository, 'owner' | 'name'>): string {
  return `${owner}/${name}`;
}
