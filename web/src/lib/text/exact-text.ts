import { visibleText, writtenOut } from './visible-text.ts';

/** Blanks that programs take for something else than a space, and one sign that is not drawn either. */
const blanks = /[^\P{Zs} ]|\u{1d159}/gu;

/**
 * Content and names, whose every character counts: other blanks than a space, which look like one, are written out as
 * well. In prose they stay: some languages are written with them.
 */
export const exactText = (text: string): string => visibleText(text.replace(blanks, (blank) => writtenOut(blank)));

/**
 * A name on one line, with what a page would not draw written out as well: line feeds, tabs, blanks at its ends, and
 * all but the last of several blanks.
 */
export const visibleName = (name: string): string =>
  exactText(name.replace(/^ | $| (?= )|[\t\n]/g, (blank) => writtenOut(blank)));
