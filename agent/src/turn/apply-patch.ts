/** One place of a unified diff: where it begins in the old text, as an index, and its lines with their signs. */
interface Hunk {
  at: number;
  lines: string[];
}

/**
 * What a text becomes by a unified diff of one file; null if the diff is not of this text. Some agents (opencode) cut
 * the indentation that all lines of a diff share: it is taken from the text.
 */
export function applyPatch(text: string, patch: string): string | null {
  const hunks = hunksOf(patch);
  if (hunks === null) return null;
  const lines = text.split(/\r?\n/);
  const cut = cutIndentation(lines, hunks);
  if (cut === null) return null;
  const result: string[] = [];
  let from = 0;
  for (const { at, lines: changed } of hunks) {
    if (at < from || at > lines.length) return null;
    result.push(...lines.slice(from, at));
    from = at;
    for (const line of changed) {
      const [sign, rest] = [line[0], line.slice(1)];
      if (sign === '+') {
        result.push(rest.trim() === '' ? rest : cut + rest);
        continue;
      }
      const held = lines[from];
      if (held === undefined || !isCutOf(rest, held, cut)) return null;
      if (sign === ' ') result.push(held);
      from += 1;
    }
  }
  result.push(...lines.slice(from));
  return result.join(text.includes('\r\n') ? '\r\n' : '\n');
}

/** Null where there are none, or they do not hold as many lines as they say. */
function hunksOf(patch: string): Hunk[] | null {
  const lines = patch.split(/\r?\n/);
  const hunks: Hunk[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[index] ?? '');
    if (head === null) continue;
    let [before, after] = [Number(head[2] ?? 1), Number(head[3] ?? 1)];
    // An empty place is named by the line before it.
    const hunk: Hunk = { at: before === 0 ? Number(head[1]) : Number(head[1]) - 1, lines: [] };
    while (before > 0 || after > 0) {
      const line = lines[(index += 1)];
      if (line === undefined || !/^[ +-]/.test(line)) {
        // The end of the file without a line break is a comment.
        if (line?.startsWith('\\') === true) continue;
        return null;
      }
      if (!line.startsWith('+')) before -= 1;
      if (!line.startsWith('-')) after -= 1;
      hunk.lines.push(line);
    }
    if (before < 0 || after < 0) return null;
    hunks.push(hunk);
  }
  return hunks.length === 0 ? null : hunks;
}

/** The indentation that all lines have lost; null where they have not lost the same. */
function cutIndentation(lines: readonly string[], hunks: readonly Hunk[]): string | null {
  let cut: string | null = null;
  for (const { at, lines: changed } of hunks) {
    const kept = changed.filter((line) => !line.startsWith('+'));
    for (const [index, line] of kept.entries()) {
      const held = lines[at + index];
      const rest = line.slice(1);
      if (held === undefined) return null;
      if (rest.trim() === '') continue;
      if (!held.endsWith(rest)) return null;
      const lost = held.slice(0, held.length - rest.length);
      if (cut !== null && cut !== lost) return null;
      cut = lost;
    }
  }
  return cut === null || cut.trim() === '' ? (cut ?? '') : null;
}

const isCutOf = (line: string, held: string, cut: string) =>
  line.trim() === '' ? held.trim() === '' : held === cut + line;
