import type { Repository } from '@countersign/contract';

/** A repository's full name: "owner/name", as on GitHub. */
export function fullName({ owner, name }: Pick<Repository, 'owner' | 'name'>): string {
  return `${owner}/${name}`;
}
