import type { Repository } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';

/** A repository's full name: "owner/name", as on GitHub, with nothing in it that cannot be seen. */
export function fullName({ owner, name }: Pick<Repository, 'owner' | 'name'>): string {
  return visibleText(`${owner}/${name}`);
}
