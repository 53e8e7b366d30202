import { visibleText, writtenOut } from './visible-text.ts';

/**
 * A name on one line, with what a page would not draw written out as well: line feeds, tabs, blanks at its ends, and
 * all but the last of several blanks.
 */
export const visibleName = (name: string): string =>
  visibleText(name.replace(/^ | $| (?= )|[\t\n]/g, (blank) => writtenOut(blank)));
