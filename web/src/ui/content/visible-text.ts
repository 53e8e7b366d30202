const named: Record<string, string> = { '\r': '␍', '\u0000': '␀', '\u001b': '␛', '\u007f': '␡' };

/** The text with every character that would not be seen written out, e.g. ‹U+202E›: what is approved must be what is read. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\t\n -~]/g, (character) => (isHidden(character.charCodeAt(0)) ? written(character) : character));
}

/** Control characters, and the invisible and direction-changing ones that make a line read differently from what it does. */
function isHidden(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0xfeff
  );
}

function written(character: string): string {
  return named[character] ?? `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;
}
