import { BOM } from '../../attribution/changes.ts';

/** One place of a unified diff: where it begins in the old text, as an index, and its lines with their signs. */
export interface Hunk {
  at: number;
  lines: string[];
}

/**
 * What a text becomes by a unified diff of one file; null if the diff is not of this text. Some agents (opencode) cut
 * the indentation that all lines of a diff share: it is taken from the text.
 */
export function applyPatch(text: string, patch: string): string | null {
  const hunks = partsOf(patch)?.filter((part) => typeof part !== 'string') ?? [];
  return hunks.length === 0 ? null : applyHunks(text, hunks);
}

/** What a text becomes by the places of a diff; null if the diff is not of this text. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | null {
  if (text.startsWith(BOM)) {
    const result = applyHunks(text.slice(1), hunks);
    return result === null ? null : BOM + result;
  }
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

/** The places of a diff and the lines around them, in their order; null where one has not as many lines as it says. */
export function partsOf(patch: string): Array<Hunk | string> | null {
  const lines = patch.split(/\r?\n/);
  const parts: Array<Hunk | string> = [];
  for (let index = 0; index < lines.length; index += 1) {
    const around = lines[index] ?? '';
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(around);
    if (head === null) {
      parts.push(around);
      continue;
    }
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
    parts.push(hunk);
  }
  return parts;
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
