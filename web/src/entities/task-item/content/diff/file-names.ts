/** A file's name before and after a change; null where there is no file. */
export interface FileNames {
  before: string | null;
  after: string | null;
}

/**
 * The names of a file, from the lines above those of its content in a `git diff`, without prefixes. Read to the last
 * character: a parser that trims names, or takes other characters than a line feed for the end of a line, would name
 * another file. Throws where git's lines do not say.
 */
export function fileNames(head: readonly string[]): FileNames {
  const after = (start: string) => head.find((line) => line.startsWith(start))?.slice(start.length);
  const moved = (side: 'from' | 'to') => after(`rename ${side} `) ?? after(`copy ${side} `);
  const [from, to] = [moved('from'), moved('to')];
  if (from !== undefined && to !== undefined) return { before: unquoted(from), after: unquoted(to) };
  const [removed, added] = [after('--- '), after('+++ ')];
  if (removed !== undefined && added !== undefined) return { before: named(removed), after: named(added) };
  const name = nameOfBoth(after('diff --git ') ?? '');
  return {
    before: after('new file mode ') === undefined ? name : null,
    after: after('deleted file mode ') === undefined ? name : null,
  };
}

/** Behind a name with a blank, git puts a tab. */
const named = (written: string) => (written === '/dev/null' ? null : withoutSide(unquoted(written.replace(/\t$/, ''))));

/** Without a rename, both sides have the same name, and so the same length. */
function nameOfBoth(names: string): string {
  const middle = (names.length - 1) / 2;
  const [one, other] = [names.slice(0, middle), names.slice(middle + 1)].map((name) => withoutSide(unquoted(name)));
  if (names[middle] !== ' ' || !one || one !== other) throw new Error('A file of this diff has no name.');
  return one;
}

const withoutSide = (name: string) => name.replace(/^[ab]\//, '');

const escapes: Record<string, string> = { a: '\u0007', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** A byte order mark is a part of a name. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Git quotes names with control characters, quotes or backslashes as C does, bytes as octal numbers. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  return name.slice(1, -1).replace(/((?:\\[0-3][0-7]{2})+)|\\([^])/g, (_all, bytes?: string, sign = '') => {
    if (bytes === undefined) return escapes[sign] ?? sign;
    const octal = bytes.split('\\').slice(1);
    return utf8.decode(Uint8Array.from(octal, (byte) => Number.parseInt(byte, 8)));
  });
}
