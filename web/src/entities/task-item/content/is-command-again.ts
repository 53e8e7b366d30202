import type { ItemSubject } from './describe-content.ts';

/**
 * Whether a title says nothing but the command that is shown below it, as most agents' titles do; where it was too long
 * for a title, its beginning.
 */
export function isCommandAgain(title: string, subject: ItemSubject): boolean {
  if (subject.kind !== 'command') return false;
  const [said, command] = [onOneLine(title.replace(/^`(.*)`$/s, '$1')), onOneLine(subject.command)];
  if (said === command) return said !== '';
  return said.length > CUT_FROM && said.endsWith('…') && command.startsWith(said.slice(0, -1));
}

/** Runners cut no title that is shorter. */
const CUT_FROM = 100;

/** Other white space is not the same: it may have no width, or be no separator for a shell. */
const onOneLine = (text: string) => text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
