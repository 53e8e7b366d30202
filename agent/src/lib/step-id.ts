import { createHash } from 'node:crypto';
import { ID_LENGTH } from '@countersign/contract';

/** An id that is the same whenever the same step is recorded again, such as after a retry. */
export function stepId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, ID_LENGTH);
}
