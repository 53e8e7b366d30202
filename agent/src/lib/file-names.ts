import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

/**
 * File names are bytes, and need not be UTF-8. Here such a name is a text all the same: a byte that is no UTF-8 stands as
 * a lone surrogate (as in Python, PEP 383), so that different names stay different, and each leads back to its bytes.
 */
export function textOfNames(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes.toString('latin1').replace(NOT_ASCII, (found) => {
    const [only = 0, ...others] = Buffer.from(found, 'latin1');
    return others.length === 0 ? String.fromCharCode(ESCAPED + only) : Buffer.from(found, 'latin1').toString('utf8');
  });
}

/** A character of UTF-8 beyond ASCII or, where there is none, a byte. */
const NOT_ASCII =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;
const ESCAPED = 0xdc00;
const ESCAPES = /([\udc80-\udcff])/u;

/** The bytes that `textOfNames` was given. */
export function bytesOfNames(text: string): Buffer {
  const parts = text.split(ESCAPES);
  return Buffer.concat(parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.of(byteOf(part)))));
}

/** Whether such a name is UTF-8: only then does every program and every person have a way to write it. */
export const isPlainName = (name: string) => !ESCAPES.test(name);

/** A name as people read it: the other bytes as `\xff`. */
export function shownName(name: string): string {
  return name.replace(new RegExp(ESCAPES, 'gu'), (escape) => `\\x${byteOf(escape).toString(16)}`);
}

/** Names as a program reads them from its input with `-z`. */
export const namesInput = (names: readonly string[]) => bytesOfNames(names.map((name) => `${name}\0`).join(''));

/** Where the file of that name lies, as `node:fs` takes it. */
export const placeIn = (folder: string, name: string) => bytesOfNames(join(folder, name));

const byteOf = (escape: string) => escape.charCodeAt(0) - ESCAPED;
