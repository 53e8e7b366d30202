import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment, type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { CommentRow } from '../comments/comment-row.tsx';
import { useCommenting } from '../comments/comment-scope.tsx';
import { anchorOf, isSameLine, type LineComment } from '../comments/line-comments.ts';
import { lineProps } from '../seen/seen-lines.ts';
import { useSeenPart } from '../seen/use-seen-part.ts';
import { changedWords } from './changed-words.ts';
import { ChangeSteps } from './change-steps.tsx';
import { CodeFrame } from './code-frame.tsx';
import { DiffLines, Side, SpanRow, textOfLine } from './diff-line.tsx';
import { type DiffRow, type FileDiff, type PairedRow, pairRows } from './diff-rows.ts';
import { LineCounts } from './file-list.tsx';
import { languageOf } from './highlight.ts';
import { TICKABLE_LINES } from './tickable.ts';
import { WindowedRows } from './windowed-rows.tsx';

interface DiffTableProps {
  diff: FileDiff;
  unified?: boolean;
  /** The text that is copied: by default the lines after the change. */
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
  const commenting = useCommenting();
  const wide = useMediaQuery('(min-width: 1024px)') && !unified;
  const [unfolded, setUnfolded] = useState<ReadonlySet<DiffRow>>(new Set());
  const language = useMemo(() => languageOf(diff.path), [diff.path]);
  const rows = useMemo(() => {
    const unfoldedRows = diff.rows.flatMap((row) => (row.hidden && unfolded.has(row) ? row.hidden : [row]));
    return wide ? pairRows(unfoldedRows) : unfoldedRows.map((row): PairedRow => ({ left: row, right: row }));
  }, [diff, unfolded, wide]);
  // Folded lines did not change and need not be seen, so they are not counted.
  const shown = useMemo(() => diff.rows.filter((row) => !row.hidden), [diff]);
  const isLong = shown.length > TICKABLE_LINES;
  const places = useMemo(() => new Map(shown.map((row, place) => [row, place])), [shown]);
  const numberOf = useCallback((line: number) => shown[line]?.new ?? shown[line]?.old ?? null, [shown]);
  const placeOf = useMemo(() => placesOf(shown), [shown]);
  const [attach, seen] = useSeenPart(part, { lines: shown.length, name: diff.path, numberOf, placeOf });
  const words = useMemo(() => changedWords(shown), [shown]);
  const changes = useMemo(
    () => shown.flatMap((row, place) => (isChange(row) && !isChange(shown[place - 1]) ? [place] : [])),
    [shown],
  );
  const linesOf = useCallback(
    (row: PairedRow) => [...new Set([row.left, row.right])].flatMap((side) => (side && places.get(side)) ?? []),
    [places],
  );
  const linesInOrder = useMemo(() => rows.flatMap(({ left }) => left ?? []), [rows]);
  const draw = useCallback(
    (row: PairedRow, index: number) => {
      const { left, right } = row;
      const lines = linesOf(row);
      const line = lines.length > 0 ? lineProps(...lines) : {};
      const unfold = (folded: DiffRow) => setUnfolded((before) => new Set(before).add(folded));
      if (left && left === right && spans(left))
        return <SpanRow key={index} row={left} columns={wide ? 4 : 2} onUnfold={unfold} {...line} />;
      if (!wide && left) {
        const onNumber = commenting && (() => commenting.press(diff.path, linesInOrder, left));
        const isStop = index === 0 || spansAny(rows[index - 1]);
        return (
          <Fragment key={index}>
            <tr {...line}>
              <Side
                row={left}
                number={left.new ?? left.old}
                language={language}
                words={words.get(left)}
                onNumber={onNumber ?? undefined}
                isStop={isStop}
              />
            </tr>
            {commenting &&
              commentsAt(commenting.comments, diff.path, left).map((comment) => (
                <CommentRow key={comment.id} comment={comment} commenting={commenting} columns={2} />
              ))}
          </Fragment>
        );
      }
      return (
        <tr key={index} {...line}>
          <Side row={left} number={left?.old} language={language} words={left && words.get(left)} />
          <Side row={right} number={right?.new} language={language} words={right && words.get(right)} />
        </tr>
      );
    },
    [linesOf, words, wide, language, commenting, diff.path, linesInOrder, rows],
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
      copy={copy ?? afterChange(diff)}
      part={{ key: part, seen }}
      canBeTicked={isLong}
    >
      <DiffLines ref={attach} onKeyDown={commenting ? walkLines : undefined}>
        <caption>
          <chakra.span srOnly>Changes of {visibleText(diff.path)}</chakra.span>
        </caption>
        {/* The first row may span all columns, so it cannot set their widths. */}
        <colgroup>
          <col style={{ width: '48px' }} />
          <col />
          {wide && <col style={{ width: '48px' }} />}
          {wide && <col />}
        </colgroup>
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

const isChange = (row: DiffRow | undefined) => row?.kind === 'added' || row?.kind === 'removed';
const spansAny = (row: PairedRow | undefined) => row?.left != null && spans(row.left);
const spans = ({ kind }: DiffRow) => kind === 'hunk' || kind === 'fold' || kind === 'note';

const textOf = ({ left, right }: PairedRow) =>
  [...new Set([left, right])].flatMap((side) => (side ? [textOfLine(side)] : [])).join('\n');
const lengthOf = ({ left, right }: PairedRow) => Math.max(left?.text.length ?? 0, right?.text.length ?? 0);

/** The place of each line: an added line has the place of the line it replaced, even if it is drawn below. */
function placesOf(shown: DiffRow[]): (line: number) => number {
  const places = new Map<DiffRow | null, number>();
  for (const [place, { left, right }] of pairRows(shown).entries()) places.set(left, place).set(right, place);
  return (line) => places.get(shown[line] ?? null) ?? line;
}

/** The comments whose last line is this one. */
const commentsAt = (comments: readonly LineComment[], path: string, row: DiffRow) =>
  comments.filter((comment) => comment.path === path && isSameLine(comment.to, anchorOf(row)));

/** The arrow keys move between line numbers; only the first of each part is a tab stop. */
function walkLines(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('.number button')) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.number button')];
  buttons[buttons.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}

/** The visible lines, as they are after the change. */
const afterChange = ({ rows }: FileDiff) =>
  rows.flatMap(({ kind, text }) => (kind === 'added' || kind === 'same' ? [text] : [])).join('\n');
