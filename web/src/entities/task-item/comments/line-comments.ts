import { isBlank } from '../../../lib/text/visible-text.ts';
import type { DiffRow } from '../content/diff/diff-rows.ts';

/** A line of a change: of the old file if it was removed, otherwise of the new one. */
export interface LineAnchor {
  side: 'old' | 'new';
  line: number;
}

/** The change that a comment is about: several parts of one request may change the same file. */
export interface CommentedChange {
  path: string;
  /** Absent from comments that an earlier version has kept: those stand at each change of their file. */
  part?: string;
}

/** A person's comment on one or several consecutive lines of a change. */
export interface LineComment extends CommentedChange {
  id: string;
  from: LineAnchor;
  to: LineAnchor;
  /** The lines' text at the time the comment was begun. */
  quotes: string[];
  text: string;
}

/** The line that a row of a diff stands for; null for a row that is no line. */
export function anchorOf({ kind, old, new: now }: Pick<DiffRow, 'kind' | 'old' | 'new'>): LineAnchor | null {
  if (kind === 'removed') return old === null ? null : { side: 'old', line: old };
  return (kind === 'added' || kind === 'same') && now !== null ? { side: 'new', line: now } : null;
}

/** Whether a comment is about a line of this change. */
export const isAbout = ({ path, part }: LineComment, change: CommentedChange) =>
  path === change.path && (part === undefined || part === change.part);

const isSameLine = (one: LineAnchor, other: LineAnchor | null) =>
  other !== null && one.side === other.side && one.line === other.line;

/** The comments on a change whose last line is this one. */
export const commentsAt = (comments: readonly LineComment[], change: CommentedChange, row: DiffRow) =>
  comments.filter((comment) => isAbout(comment, change) && isSameLine(comment.to, anchorOf(row)));

/** The lines between two rows of a file, in either order, in the form that a comment has. */
export function linesBetween(rows: readonly DiffRow[], one: LineAnchor, other: LineAnchor) {
  const lines = rows.filter((row) => anchorOf(row) !== null);
  const placeOf = (anchor: LineAnchor) => lines.findIndex((row) => isSameLine(anchor, anchorOf(row)));
  const [first = 0, last = 0] = [placeOf(one), placeOf(other)].sort((a, b) => a - b);
  const between = lines.slice(Math.max(0, first), last + 1);
  const [from, to] = [between[0], between.at(-1)].map((row) => (row ? anchorOf(row) : null));
  return { from: from ?? one, to: to ?? one, quotes: between.map(({ text }) => text) };
}

/** A comment's location: `src/a.ts:12`, `src/a.ts:12-14`, `src/a.ts:3 (removed)`. */
export function placeWords({ path, from, to }: Pick<LineComment, 'path' | 'from' | 'to'>): string {
  const removed = ({ side }: LineAnchor) => (side === 'old' ? ' (removed)' : '');
  if (isSameLine(from, to)) return `${path}:${from.line}${removed(from)}`;
  const first = from.side === to.side ? '' : removed(from);
  return `${path}:${from.line}${first}-${to.line}${removed(to)}`;
}

/** Comments with text. */
export const written = (comments: readonly LineComment[]) => comments.filter(({ text }) => !isBlank(text));

/**
 * All comments as the one reason of a rejection: file and line, the quoted line, the comment; ordered by file, then by
 * line.
 */
export function reasonOf(comments: readonly LineComment[]): string {
  const sorted = [...written(comments)].sort(
    (a, b) => compare(a.path, b.path) || a.from.line - b.from.line || compare(a.from.side, b.from.side),
  );
  const head = sorted.length === 1 ? '1 comment on the changes:' : `${sorted.length} comments on the changes:`;
  const blocks = sorted.map((comment) =>
    [placeWords(comment), ...quoted(comment.quotes), comment.text.trim()].join('\n'),
  );
  return [head, ...blocks].join('\n\n');
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Of many lines the first and the last are quoted, and of a long line its beginning; the quote says so. */
const QUOTES_MAX = 4;
const QUOTE_MAX = 160;

function quoted(lines: readonly string[]): string[] {
  const quote = (line: string) => `> ${line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX)}…` : line}`;
  if (lines.length <= QUOTES_MAX) return lines.map(quote);
  return [quote(lines[0] ?? ''), `> … ${lines.length - 2} more lines …`, quote(lines.at(-1) ?? '')];
}
