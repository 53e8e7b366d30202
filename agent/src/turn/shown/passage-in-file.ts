interface Texts {
  oldText: string;
  newText: string;
}

/**
 * A passage as a file really holds it, with the text that Claude Code then puts in its place; null if the file holds
 * nothing like it. It takes straight quotation marks for typographic ones, and `\u00e9` for the character or the
 * character for that, and writes the new text in the same way.
 */
export function passageInFile(text: string, { oldText, newText }: Texts): Texts | null {
  const at = straight(text).indexOf(straight(oldText));
  if (at >= 0) {
    const held = text.slice(at, at + oldText.length);
    return { oldText: held, newText: withMarksOf(held, newText) };
  }
  const read = unescaped(oldText);
  if (read !== oldText && text.includes(read)) return { oldText: read, newText: unescaped(newText) };
  const held = escapedIn(text, oldText);
  return held === null ? null : { oldText: held, newText: escapedLike(held, oldText, newText) };
}

const straight = (text: string) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201C\u201D]/g, '"');

/** The new text with typographic marks in place of the straight ones, of the kinds that the passage has. */
function withMarksOf(held: string, newText: string): string {
  const double = /[\u201C\u201D]/.test(held) ? newText.replace(/(?<=(.?))"/gsu, doubleMark) : newText;
  return /[\u2018\u2019]/.test(held) ? double.replace(/(?<=(.?))'(?=(.?))/gsu, singleMark) : double;
}

const opens = (before: string) => before === '' || /[ \t\n\r([{\u2014\u2013]/.test(before);
const doubleMark = (_mark: string, before: string) => (opens(before) ? '\u201C' : '\u201D');

/** Between letters it is an apostrophe. */
function singleMark(_mark: string, before: string, after: string): string {
  const isApostrophe = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  return !isApostrophe && opens(before) ? '\u2018' : '\u2019';
}

/** A backslash that is escaped itself begins no escape. */
const unescaped = (text: string) =>
  text.replace(/(\\\\)|\\u([0-9a-fA-F]{4})/g, (found, pair: string | undefined, code: string) =>
    pair === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : found,
  );

const isBeyondAscii = (char: string) => char >= '\u0080';
const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0');

/** The first place of a text that is this passage with each character beyond ASCII as an escape; null if there is none. */
function escapedIn(text: string, passage: string): string | null {
  if (!/[\u0080-\uffff]/.test(passage)) return null;
  const sought = marked(passage).replace(/[\u0080-\ufffe]/g, (unit) => `${MARK}u${hexOf(unit)}`);
  const at = marked(text).indexOf(sought);
  return at < 0 ? null : text.slice(at, at + sought.length);
}

/** Stands for the backslash of an escape. */
const MARK = '\uFFFF';

/**
 * A text of the same length in which an escape of a character beyond ASCII, with digits in either case, is told from one
 * whose backslash is escaped itself: found without a pattern, as one for a long passage is refused.
 */
const marked = (text: string) =>
  text.replaceAll(MARK, '\uFFFE').replace(/\\\\|\\u([0-9a-fA-F]{4})/g, (found, digits: string | undefined) => {
    const isEscape = digits !== undefined && Number.parseInt(digits, 16) >= 0x80;
    return isEscape ? `${MARK}u${digits.toLowerCase()}` : found;
  });

/** The new text with each character beyond ASCII as an escape: as the passage has it or, if it does not, in its case. */
function escapedLike(held: string, oldText: string, newText: string): string {
  const known = new Map<string, string>();
  let [at, digits] = [0, ''];
  for (const unit of oldText.split('')) {
    if (isBeyondAscii(unit)) {
      const escape = held.slice(at, (at += 6));
      known.set(unit, escape);
      digits += escape.slice(2);
    } else at += 1;
  }
  const isUpper = (digits.match(/[A-F]/g)?.length ?? 0) > (digits.match(/[a-f]/g)?.length ?? 0);
  return newText.replace(/[\u0080-\uffff]/g, (unit) => {
    const hex = isUpper ? hexOf(unit).toUpperCase() : hexOf(unit);
    return known.get(unit) ?? `\\u${hex}`;
  });
}
