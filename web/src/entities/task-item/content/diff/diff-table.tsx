import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { visibleName } from '../../../../lib/text/exact-text.ts';
import { useMediaQuery } from '../../../../ui/viewport/use-media-query.ts';
import { useCommenting } from '../../comments/comment-scope.tsx';
import { commentsAt } from '../../comments/line-comments.ts';
import { lineProps } from '../../seen/seen-lines.ts';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { CodeFrame, isLongLine } from '../code/code-frame.tsx';
import { languageOf } from '../code/highlight.ts';
import { isTickable, TICKABLE_LINES } from '../code/tickable.ts';
import { WindowedRows } from '../windowing/windowed-rows.tsx';
import { ChangeSteps } from './change-steps.tsx';
import { DiffLines, SpanRow, textOfLine } from './diff-line.tsx';
import { type DiffRow, type FileDiff, type PairedRow, pairRows } from './diff-rows.ts';
import { LineCounts } from './file-list.tsx';
import { SideBySideRow, UnifiedRow } from './line-rows.tsx';
import { shownLines } from './shown-lines.ts';

interface DiffTableProps {
  diff: FileDiff;
  unified?: boolean;
  /** The text that is copied: by default the lines after the change, or before it where none is left. */
  copy?: string;
  part: string;
  /** Whether it may be in view at once: its first lines are then drawn before its position is known. */
  startsDrawn?: boolean;
  /** Whether others stand beside it, to whose changes one can step. */
  isOneOfSeveral?: boolean;
}

/** One file's changes: side by side from 1024 px, unified below. */
export function DiffTable(props: DiffTableProps) {
  const { diff, unified = false, copy, part, startsDrawn, isOneOfSeveral = false } = props;
  const wide = useMediaQuery('(min-width: 1024px)') && !unified;
  const { count, changes, wordsOf, numberOf, placeOf, linesOf } = useMemo(() => shownLines(diff), [diff]);
  const isLong = count > TICKABLE_LINES;
  const [attach, seen] = useSeenPart(part, { lines: count, name: diff.path, names: diff.names, numberOf, placeOf });
  const change = useMemo(() => ({ path: diff.path, part }), [diff.path, part]);
  const commenting = useCommenting();
  const [rows, unfold] = useRows(diff, wide, (row) => commentsAt(commenting?.comments ?? [], change, row).length > 0);
  const linesInOrder = useMemo(() => rows.flatMap(({ left }) => left ?? []), [rows]);
  const language = useMemo(() => languageOf(diff.path), [diff.path]);
  // Those that were removed, too.
  const hasLongLines = useMemo(() => diff.rows.some(({ kind, text }) => kind !== 'hunk' && isLongLine(text)), [diff]);
  const characters = useMemo(() => diff.rows.reduce((sum, { text }) => sum + text.length, 0), [diff]);
  const draw = useCallback(
    (row: PairedRow, index: number) => {
      const { left, right } = row;
      const lines = linesOf(row);
      const line = lines.length > 0 ? lineProps(...lines) : {};
      if (left && left === right && spans(left))
        return <SpanRow key={index} row={left} columns={wide ? 4 : 2} onUnfold={unfold} {...line} />;
      if (wide || !left)
        return <SideBySideRow key={index} left={left} right={right} language={language} wordsOf={wordsOf} {...line} />;
      return (
        <UnifiedRow
          key={index}
          change={change}
          row={left}
          language={language}
          wordsOf={wordsOf}
          commenting={commenting}
          rows={linesInOrder}
          isStop={index === 0 || spansAny(rows[index - 1])}
          {...line}
        />
      );
    },
    [linesOf, wide, unfold, language, wordsOf, change, commenting, linesInOrder, rows],
  );
  return (
    <CodeFrame
      title={diff.path}
      aside={
        <>
          <LineCounts {...diff} />
          {(isOneOfSeveral || (changes.length > 1 && isLong)) && <ChangeSteps lines={changes} isLong={isLong} />}
        </>
      }
      copy={copy || linesOfKind(diff, 'added') || linesOfKind(diff, 'removed')}
      hasLongLines={hasLongLines}
      part={{ key: part, seen }}
      canBeTicked={isTickable(count, characters)}
    >
      <DiffLines ref={attach} onKeyDown={commenting ? walkLines : undefined}>
        <caption>
          <chakra.span srOnly>Changes of {visibleName(diff.path)}</chakra.span>
        </caption>
        <Columns wide={wide} />
        <WindowedRows
          rows={rows}
          columns={wide ? 4 : 2}
          sides={wide ? 2 : 1}
          draw={draw}
          textOf={textOf}
          lengthOf={lengthOf}
          linesOf={linesOf}
          startsDrawn={startsDrawn}
        />
      </DiffLines>
    </CodeFrame>
  );
}

/**
 * The rows as laid out, including what the person has unfolded, and the function that unfolds one. What has a comment
 * begins unfolded: the comment would be sent and not be seen.
 */
function useRows(diff: FileDiff, wide: boolean, hasComment: (row: DiffRow) => boolean): Rows {
  const [unfolded, setUnfolded] = useState<ReadonlySet<DiffRow>>(
    () => new Set(diff.rows.filter(({ hidden }) => hidden?.some(hasComment))),
  );
  const unfold = useCallback((folded: DiffRow) => setUnfolded((before) => new Set(before).add(folded)), []);
  const rows = useMemo(() => {
    const unfoldedRows = diff.rows.flatMap((row) => (row.hidden && unfolded.has(row) ? row.hidden : [row]));
    return wide ? pairRows(unfoldedRows) : unfoldedRows.map((row): PairedRow => ({ left: row, right: row }));
  }, [diff, unfolded, wide]);
  return [rows, unfold];
}

type Rows = [rows: PairedRow[], unfold: (folded: DiffRow) => void];

/** The first row may span all columns, so it cannot set their widths. */
function Columns({ wide }: { wide: boolean }) {
  return (
    <colgroup>
      <col style={{ width: '48px' }} />
      <col />
      {wide && <col style={{ width: '48px' }} />}
      {wide && <col />}
    </colgroup>
  );
}

const spansAny = (row: PairedRow | undefined) => row?.left != null && spans(row.left);
const spans = ({ kind }: DiffRow) => kind === 'hunk' || kind === 'fold' || kind === 'note';

const textOf = ({ left, right }: PairedRow) =>
  [...new Set([left, right])].flatMap((side) => (side ? [textOfLine(side)] : [])).join('\n');
const lengthOf = ({ left, right }: PairedRow) => Math.max(left?.text.length ?? 0, right?.text.length ?? 0);

/** The arrow keys move between line numbers; only the first of each part is a tab stop. */
function walkLines(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('.number button')) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.number button')];
  buttons[buttons.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}

/** The visible lines, as they are after the change, or before it. */
const linesOfKind = ({ rows }: FileDiff, side: 'added' | 'removed') =>
  rows.flatMap(({ kind, text }) => (kind === side || kind === 'same' ? [text] : [])).join('\n');
