const named: Record<string, string> = { '\r': '␍', '\u0000': '␀', '\u001b': '␛', '\u007f': '␡' };

// Control characters but tab and line feed, and the invisible and direction-changing ones that can make a line read
// differently from what it does.
// eslint cannot tell a wanted control character in a pattern from a mistaken one; hence the constructor.
const hidden = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]',
  'g',
);

/** The text with every character that would not be seen written out, e.g. ‹U+202E›: what is approved must be what is read. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, (character) => named[character] ?? codePoint(character));
}

function codePoint(character: string): string {
  return `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;
}
