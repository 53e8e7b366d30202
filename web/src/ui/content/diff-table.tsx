import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import { Badge } from '../badge.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { CodeFrame } from './code-frame.tsx';
import { type DiffRow, type FileDiff, pairRows } from './diff-rows.ts';
import { highlightLines, languageOf } from './highlight.ts';
import { visibleText } from './visible-text.ts';

/** One file's changes: side by side from 1024 px, unified below. */
export function DiffTable({ diff, unified = false }: { diff: FileDiff; unified?: boolean }) {
  const wide = useMediaQuery('(min-width: 1024px)') && !unified;
  const [unfolded, setUnfolded] = useState<ReadonlySet<DiffRow>>(new Set());
  const language = useMemo(() => languageOf(diff.path), [diff.path]);
  const rows = useMemo(
    () => diff.rows.flatMap((row) => (row.hidden && unfolded.has(row) ? row.hidden : [row])),
    [diff, unfolded],
  );
  const unfold = (row: DiffRow) => setUnfolded((before) => new Set(before).add(row));
  return (
    <CodeFrame title={diff.path} aside={<Counts diff={diff} />}>
      <Table>
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
                  <SpanRow key={index} row={left} columns={4} onUnfold={unfold} />
                ) : (
                  <tr key={index}>
                    <Side row={left} number={left?.old} language={language} />
                    <Side row={right} number={right?.new} language={language} />
                  </tr>
                ),
              )
            : rows.map((row, index) =>
                row.kind === 'hunk' || row.kind === 'fold' || row.kind === 'note' ? (
                  <SpanRow key={index} row={row} columns={2} onUnfold={unfold} />
                ) : (
                  <tr key={index}>
                    <Side row={row} number={row.new ?? row.old} language={language} />
                  </tr>
                ),
              )}
        </tbody>
      </Table>
    </CodeFrame>
  );
}

function Counts({ diff }: { diff: FileDiff }) {
  return (
    <chakra.span display="inline-flex" gap="6px" flexShrink={0}>
      <Badge tone="approve">+{diff.added}</Badge>
      <Badge tone="reject">−{diff.removed}</Badge>
    </chakra.span>
  );
}

const signs = { added: '+', removed: '−', same: ' ', hunk: ' ', fold: ' ', note: ' ' } as const;
const said = { added: 'added: ', removed: 'removed: ', same: '', hunk: '', fold: '', note: '' } as const;

function Side({ row, number, language }: { row: DiffRow | null; number?: number | null; language: string | null }) {
  if (!row) return <Missing colSpan={2} />;
  const html = highlightLines(visibleText(row.text), language).join(' ');
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

function SpanRow({ row, columns, onUnfold }: { row: DiffRow; columns: number; onUnfold: (row: DiffRow) => void }) {
  const count = row.hidden?.length ?? 0;
  return (
    <tr>
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
  kind: { added: { bg: 'approve.subtle' }, removed: { bg: 'reject.subtle' }, same: {} },
};
const Table = chakra('table', { base: { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' } });
const Gutter = chakra('td', {
  base: { pe: '8px', textAlign: 'end', verticalAlign: 'top', color: 'fg.muted', userSelect: 'none' },
  variants: kinds,
});
const Code = chakra('td', {
  base: { ps: '22px', pe: '8px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', verticalAlign: 'top' },
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
    minH: { base: '44px', md: '24px' },
    _hover: { textDecoration: 'underline' },
  },
});
