import { withoutHidden } from '../../lib/text/visible-text.ts';

/** The first letters of the first two words of a name, uppercased; nothing that is drawn as no letter. */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map(withoutHidden)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}
