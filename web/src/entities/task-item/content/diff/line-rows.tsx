import { CommentRow } from '../../comments/comment-row.tsx';
import type { Commenting } from '../../comments/comment-scope.tsx';
import { type CommentedChange, commentsAt } from '../../comments/line-comments.ts';
import { Side } from './diff-line.tsx';
import type { DiffRow, PairedRow } from './diff-rows.ts';
import type { ShownLines } from './shown-lines.ts';

interface SideBySideRowProps extends PairedRow {
  language: string | null;
  wordsOf: ShownLines['wordsOf'];
}

/** A line before the change, and beside it the one after. */
export function SideBySideRow({ left, right, language, wordsOf, ...line }: SideBySideRowProps) {
  return (
    <tr {...line}>
      <Side row={left} number={left?.old} language={language} words={left && wordsOf(left)} />
      <Side row={right} number={right?.new} language={language} words={right && wordsOf(right)} />
    </tr>
  );
}

interface UnifiedRowProps {
  change: CommentedChange;
  row: DiffRow;
  language: string | null;
  wordsOf: ShownLines['wordsOf'];
  /** Null where lines cannot be commented on. */
  commenting: Commenting | null;
  /** All rows of the file as drawn: a comment may be about several. */
  rows: readonly DiffRow[];
  /** Whether Tab stops at its number. */
  isStop: boolean;
}

/** A line with one number, and below it the comments that end at it. */
export function UnifiedRow({ change, row, language, wordsOf, commenting, rows, isStop, ...line }: UnifiedRowProps) {
  return (
    <>
      <tr {...line}>
        <Side
          row={row}
          number={row.new ?? row.old}
          language={language}
          words={wordsOf(row)}
          onNumber={commenting ? () => commenting.press(change, rows, row) : undefined}
          isStop={isStop}
        />
      </tr>
      {commenting &&
        commentsAt(commenting.comments, change, row).map((comment) => (
          <CommentRow key={comment.id} comment={comment} commenting={commenting} columns={2} />
        ))}
    </>
  );
}
