import { type Container, SHORT_ID_LENGTH } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';

/** A container's display name: its name, or 'Container' and the first 8 characters of its id. */
export function containerName({ name, id }: Pick<Container, 'name' | 'id'>): string {
  return name ? visibleText(name) : `Container ${shortId(id)}`;
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}
