import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useMemo, useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { lineProps } from '../seen/seen-lines.ts';
import { useSeenPart } from '../seen/use-seen-part.ts';
import { changedWords, markHtml, type ChangedWords } from './changed-words.ts';
import { ChangeSteps } from './change-steps.tsx';
import { CodeFrame } from './code-frame.tsx';
import { type DiffRow, type FileDiff, pairRows } from './diff-rows.ts';
import { LineCounts } from './file-list.tsx';
import { highlightLines, languageOf } from './highlight.ts';
import { TICKABLE_LINES } from './tickable.ts';

interface DiffTableProps {
  diff: FileDiff;
  unified?: boolean;
  /** What is copied: by default the lines as they are after the change. */
  copy?: string;
  part: string;
}

/** One file's changes: side by side from 1024 px, unified below. */
export function DiffTable({ diff, unified = false, copy, part }: DiffTableProps) {
  const wide = useMediaQuery('(min-width: 1024px)') && !unified;
  const [unfolded, setUnfolded] = useState<ReadonlySet<DiffRow>>(new Set());
  const language = useMemo(() => languageOf(diff.path), [diff.path]);
  const rows = useMemo(
    () => diff.rows.flatMap((row) => (row.hidden && unfolded.has(row) ? row.hidden : [row])),
    [diff, unfolded],
  );
  const unfold = (row: DiffRow) => setUnfolded((before) => new Set(before).add(row));
  // What is folded did not change, and need not be seen: its rows have no place among the lines.
  const shown = useMemo(() => diff.rows.filter((row) => !row.hidden), [diff]);
  const places = useMemo(() => new Map(shown.map((row, place) => [row, place])), [shown]);
  const numberOf = useCallback((line: number) => shown[line]?.new ?? shown[line]?.old ?? null, [shown]);
  const placeOf = useMemo(() => placesOf(shown), [shown]);
  const [attach, seen] = useSeenPart(part, { lines: shown.length, name: diff.path, numberOf, placeOf });
  const words = useMemo(() => changedWords(shown), [shown]);
  const propsOf = (...sides: (DiffRow | null)[]) => {
    const lines = sides.flatMap((row) => (row && places.has(row) ? [places.get(row) ?? 0] : []));
    const begins = sides.some((row) => row && isChange(row) && !isChange(shown[(places.get(row) ?? 0) - 1]));
    return lines.length > 0 ? { ...lineProps(...new Set(lines)), 'data-change': begins || undefined } : {};
  };
  const changes = useMemo(
    () => shown.filter((row, place) => isChange(row) && !isChange(shown[place - 1])).length,
    [shown],
  );
  return (
    <CodeFrame
      title={diff.path}
      aside={
        <>
          <LineCounts {...diff} />
          {changes > 1 && shown.length > TICKABLE_LINES && <ChangeSteps />}
        </>
      }
      copy={copy ?? afterChange(diff)}
      part={{ key: part, seen }}
      canBeTicked={shown.length > TICKABLE_LINES}
    >
      <Table ref={attach}>
        <caption>
          <chakra.span srOnly>Changes of {visibleText(diff.path)}</chakra.span>
        </caption>
        {/* The first row may span all columns, so it cannot give them their widths. */}
        <colgroup>
          <col style={{ width: '48px' }} />
          <col />
          {wide && <col style={{ width: '48px' }} />}
          {wide && <col />}
        </colgroup>
        <tbody>
          {wide
            ? pairRows(rows).map(({ left, right }, index) =>
                left && left === right && left.kind !== 'same' ? (
                  <SpanRow key={index} row={left} columns={4} onUnfold={unfold} {...propsOf(left)} />
                ) : (
                  <tr key={index} {...propsOf(left, right)}>
                    <Side row={left} number={left?.old} language={language} words={left && words.get(left)} />
                    <Side row={right} number={right?.new} language={language} words={right && words.get(right)} />
                  </tr>
                ),
              )
            : rows.map((row, index) =>
                row.kind === 'hunk' || row.kind === 'fold' || row.kind === 'note' ? (
                  <SpanRow key={index} row={row} columns={2} onUnfold={unfold} {...propsOf(row)} />
                ) : (
                  <tr key={index} {...propsOf(row)}>
                    <Side row={row} number={row.new ?? row.old} language={language} words={words.get(row)} />
                  </tr>
                ),
              )}
        </tbody>
      </Table>
    </CodeFrame>
  );
}

/** Where each line stands: what was added stands beside what it replaced, also where it is drawn below. */
function placesOf(shown: DiffRow[]): (line: number) => number {
  const places = new Map<DiffRow | null, number>();
  for (const [place, { left, right }] of pairRows(shown).entries()) places.set(left, place).set(right, place);
  return (line) => places.get(shown[line] ?? null) ?? line;
}

const isChange = (row: DiffRow | undefined) => row?.kind === 'added' || row?.kind === 'removed';

/** The lines that are shown, as they are after the change. */
const afterChange = ({ rows }: FileDiff) =>
  rows.flatMap(({ kind, text }) => (kind === 'added' || kind === 'same' ? [text] : [])).join('\n');

const signs = { added: '+', removed: '−', same: ' ', hunk: ' ', fold: ' ', note: ' ' } as const;
const said = { added: 'added: ', removed: 'removed: ', same: '', hunk: '', fold: '', note: '' } as const;

interface SideProps {
  row: DiffRow | null;
  number?: number | null;
  language: string | null;
  words?: ChangedWords | null;
}

function Side({ row, number, language, words }: SideProps) {
  if (!row) return <Missing colSpan={2} />;
  const html = markHtml(highlightLines(visibleText(row.text), language).join(' '), words ?? []);
  return (
    <>
      <Gutter kind={row.kind === 'added' || row.kind === 'removed' ? row.kind : 'same'}>{number}</Gutter>
      <Code kind={row.kind === 'added' || row.kind === 'removed' ? row.kind : 'same'}>
        <chakra.span srOnly>{said[row.kind]}</chakra.span>
        <Sign aria-hidden>{signs[row.kind]}</Sign>
        {/* Text and spans only: highlight.js escapes what it is given. */}
        <span dangerouslySetInnerHTML={{ __html: html }} />
      </Code>
    </>
  );
}

interface SpanRowProps {
  row: DiffRow;
  columns: number;
  onUnfold: (row: DiffRow) => void;
}

function SpanRow({ row, columns, onUnfold, ...line }: SpanRowProps) {
  const count = row.hidden?.length ?? 0;
  return (
    <tr {...line}>
      <Span colSpan={columns} note={row.kind === 'note'}>
        {row.hidden ? (
          <Unfold type="button" className="pressable" onClick={() => onUnfold(row)}>
            Show {count} unchanged {count === 1 ? 'line' : 'lines'}
          </Unfold>
        ) : (
          visibleText(row.text)
        )}
      </Span>
    </tr>
  );
}

const kinds = {
  kind: {
    added: { bg: 'approve.subtle', '& mark': { bg: 'approve.muted' } },
    removed: { bg: 'reject.subtle', '& mark': { bg: 'reject.muted' } },
    same: {},
  },
};
const Table = chakra('table', { base: { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' } });
const Gutter = chakra('td', {
  base: { pe: '8px', textAlign: 'end', verticalAlign: 'top', color: 'fg.muted', userSelect: 'none' },
  variants: kinds,
});
const Code = chakra('td', {
  base: {
    ps: '22px',
    pe: '8px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    verticalAlign: 'top',
    '& mark': { color: 'fg', rounded: '2px' },
  },
  variants: kinds,
});
const Sign = chakra('span', { base: { display: 'inline-block', width: '16px', ms: '-16px', userSelect: 'none' } });
const Missing = chakra('td', { base: { bg: 'bg' } });
const Span = chakra('td', {
  base: { px: '12px', py: '4px', color: 'fg.muted', fontSize: '12px', bg: 'bg.surface', overflowWrap: 'anywhere' },
  variants: { note: { true: { color: 'waiting.fg', fontWeight: '500' } } },
});
const Unfold = chakra('button', {
  base: {
    color: 'primary.fg',
    cursor: 'pointer',
    position: 'relative',
    minH: '24px',
    _after: { content: '""', position: 'absolute', insetInline: 0, insetBlock: { base: '-10px', md: 0 } },
    _hover: { textDecoration: 'underline' },
  },
});
