import { parsePatch, type StructuredPatch } from 'diff';
import { compareLines } from './compare-lines.ts';
import { fileNames, type FileNames } from './file-names.ts';
import { fileNotes, isBinary } from './file-notes.ts';

/** One line of a diff. Numbers count from 1, on the side where the line exists. */
export interface DiffRow {
  kind: 'same' | 'added' | 'removed' | 'hunk' | 'fold' | 'note';
  old: number | null;
  new: number | null;
  /** The line; for `hunk` its header, for `note` a remark about the file. */
  text: string;
  /** For `fold`: the hidden rows. */
  hidden?: DiffRow[];
}

export interface FileDiff {
  /** As it is shown: a file that is gone, or has another name, says so. */
  path: string;
  /** Its plain names, before and after. */
  names: readonly string[];
  added: number;
  removed: number;
  rows: DiffRow[];
  /** For a file without comparable lines (a binary one): its part of the diff, as git wrote it. */
  source?: string;
}

/** Unchanged lines kept around a change. */
const CONTEXT = 3;
const NO_LINE_END = '\\ No newline at end of file';

/** Compares two texts by line. Unchanged stretches are folded. */
export function diffTexts(path: string, oldText: string, newText: string): FileDiff {
  const rows: DiffRow[] = [];
  const tellsLineEnd = oldText !== '' && oldText.endsWith('\n') !== newText.endsWith('\n');
  let [oldLine, newLine] = [0, 0];
  for (const { kind, lines } of compareLines(oldText, newText)) {
    for (const line of lines) {
      if (kind !== 'added') oldLine += 1;
      if (kind !== 'removed') newLine += 1;
      rows.push({
        kind,
        old: kind === 'added' ? null : oldLine,
        new: kind === 'removed' ? null : newLine,
        text: line.replace(/\n$/, ''),
      });
    }
    if (tellsLineEnd && !lines.at(-1)?.endsWith('\n'))
      rows.push({ kind: 'hunk', old: null, new: null, text: NO_LINE_END });
  }
  return { path, names: [path], ...count(rows), rows: foldUnchanged(rows) };
}

/** The files of a complete `git diff`. Throws if the text is not one. */
export function diffFiles(patch: string): FileDiff[] {
  return partsOf(patch).map((part) => {
    const [file, ...others] = parsePatch(part);
    if (!file || others.length > 0) throw new Error('A part of this diff is not about one file.');
    const head = headOf(part);
    const named = fileNames(head);
    const path = pathOf(named);
    const names = [named.before, named.after].filter((name) => name !== null);
    const notes = fileNotes(file, named, head).map((text): DiffRow => ({ kind: 'note', old: null, new: null, text }));
    if (isBinary(head)) return { path, names, added: 0, removed: 0, rows: notes, source: part.trimEnd() };
    const rows = [...notes, ...file.hunks.flatMap(hunkRows)];
    return { path, names, ...count(rows), rows };
  });
}

/** The lines before those of the content. A name may contain any other line ending, and then what looks like one. */
function headOf(part: string): string[] {
  const end = part.indexOf('\n@@ ');
  return (end < 0 ? part : part.slice(0, end)).split('\n');
}

/** Cuts a diff before each file. Only at line feeds: a line of a file may contain any other line ending. */
function partsOf(patch: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < patch.length;) {
    const next = patch.indexOf('\ndiff --git ', from);
    const end = next < 0 ? patch.length : next + 1;
    parts.push(patch.slice(from, end));
    from = end;
  }
  return parts;
}

function hunkRows(hunk: StructuredPatch['hunks'][number]): DiffRow[] {
  let [oldLine, newLine] = [hunk.oldStart - 1, hunk.newStart - 1];
  const header = `@@ -${placeOf(hunk.oldStart, hunk.oldLines)} +${placeOf(hunk.newStart, hunk.newLines)} @@`;
  const rows: DiffRow[] = [{ kind: 'hunk', old: null, new: null, text: header }];
  for (const line of hunk.lines) {
    const text = line.slice(1);
    if (line.startsWith('+')) rows.push({ kind: 'added', old: null, new: (newLine += 1), text });
    else if (line.startsWith('-')) rows.push({ kind: 'removed', old: (oldLine += 1), new: null, text });
    else if (line.startsWith(' ') || line === '')
      rows.push({ kind: 'same', old: (oldLine += 1), new: (newLine += 1), text });
    else rows.push({ kind: 'hunk', old: null, new: null, text: line });
  }
  return rows;
}

/** As git writes it: without lines, it is the line before. The parser has added one there. */
const placeOf = (start: number, lines: number) => `${lines === 0 ? start - 1 : start},${lines}`;

function pathOf({ before, after }: FileNames): string {
  if (after === null) return `${before} (deleted)`;
  return before === null || before === after ? after : `${before} → ${after}`;
}

function foldUnchanged(rows: DiffRow[]): DiffRow[] {
  const near = new Set<number>();
  rows.forEach((row, index) => {
    if (row.kind === 'same') return;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at);
  });
  const folded: DiffRow[] = [];
  rows.forEach((row, index) => {
    if (near.has(index)) return void folded.push(row);
    const last = folded.at(-1);
    if (last?.hidden) last.hidden.push(row);
    else folded.push({ kind: 'fold', old: row.old, new: row.new, text: '', hidden: [row] });
  });
  // A fold is no lower than the one line that it would hide.
  return folded.flatMap((row) => (row.hidden?.length === 1 ? row.hidden : [row]));
}

function count(rows: DiffRow[]): { added: number; removed: number } {
  const of = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  return { added: of('added'), removed: of('removed') };
}

/** A line of the side-by-side view; `hunk` and `fold` rows appear on both sides. */
export interface PairedRow {
  left: DiffRow | null;
  right: DiffRow | null;
}

/** Pairs removed lines with the lines added in their place. */
export function pairRows(rows: readonly DiffRow[]): PairedRow[] {
  const paired: PairedRow[] = [];
  let waiting: PairedRow[] = [];
  let taken = 0;
  for (const row of rows) {
    if (row.kind === 'removed') {
      const pair = { left: row, right: null };
      paired.push(pair);
      waiting.push(pair);
      continue;
    }
    if (row.kind === 'added') {
      const partner = waiting[taken];
      if (partner) {
        partner.right = row;
        taken += 1;
      } else paired.push({ left: null, right: row });
      continue;
    }
    waiting = [];
    taken = 0;
    paired.push({ left: row, right: row });
  }
  return paired;
}
