/** Spelled out: fonts lack Unicode's symbols for them. */
const named: Record<string, string> = { '\r': '‹CR›', '\u0000': '‹NUL›', '\u001b': '‹ESC›', '\u007f': '‹DEL›' };

/** Anything but plain printable ASCII needs a check; a digit may begin an emoji. */
const notPlain = /[0-9#*]?[^\t\n -~]+/gu;

/**
 * Control characters, and the invisible and direction-changing ones that make a line look different from what it does.
 * Unicode does not count the last ones among these, but nothing is drawn for them either.
 */
const hidden = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028-\u202e\u2060-\u2069\u2800\ufff9-\ufffb]/u;

/** An emoji of several characters, including invisible ones, that is drawn as one sign; or any character. */
const signs = canMatchEmoji() ? new RegExp('\\p{RGI_Emoji}|[^]', 'gv') : /[^]/gu;

/** The text with every invisible character written out, e.g. ‹U+202E›: what is approved must be what is read. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(notPlain, (part) => (hidden.test(part) ? part.replace(signs, shown) : part));
}

/** The text without those characters, for where there is no room to write them out. */
export const withoutHidden = (text: string) => Array.from(text, (sign) => (hidden.test(sign) ? '' : sign)).join('');

/** Whether nothing of a text can be seen: such a text says nothing. */
export const isBlank = (text: string) => withoutHidden(text).trim() === '';

function shown(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const isOne = sign.length === String.fromCodePoint(code).length;
  if (!isOne || !hidden.test(sign)) return sign;
  return named[sign] ?? writtenOut(sign);
}

/** A character by its number. */
export const writtenOut = (sign: string) =>
  `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** Older browsers do not support this; there every invisible part of an emoji is written out. */
function canMatchEmoji(): boolean {
  return 'unicodeSets' in RegExp.prototype;
}
