import { chakra } from '@chakra-ui/react/styled-system';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { inOrder, inOrderHtml } from '../../../../ui/text/in-order.tsx';
import { thumbReach } from '../../../../ui/viewport/thumb.ts';
import { highlightLines } from '../code/highlight.ts';
import { type ChangedWords, markHtml } from './changed-words.ts';
import type { DiffRow } from './diff-rows.ts';

const said = { added: 'added: ', removed: 'removed: ', same: '', hunk: '', fold: '', note: '' } as const;

/** A line of a diff as a screen reader reads it. */
export function textOfLine(row: DiffRow | null): string {
  if (!row) return '';
  return row.hidden ? unchanged(row.hidden.length) : said[row.kind] + exactText(row.text);
}

const unchanged = (count: number) => `${count} unchanged ${count === 1 ? 'line' : 'lines'}`;

interface SideProps {
  row: DiffRow | null;
  number?: number | null;
  language: string | null;
  words?: ChangedWords | null;
  /** Present if the line can be commented on: called when its number is pressed. */
  onNumber?: (() => void) | undefined;
  /** Whether Tab stops at it. */
  isStop?: boolean;
}

/** One side of a line: its number, and its text with the changed words marked. */
export function Side({ row, number, language, words, onNumber, isStop = false }: SideProps) {
  if (!row) return <td className="missing" colSpan={2} />;
  const kind = row.kind === 'added' || row.kind === 'removed' ? row.kind : '';
  const code = inOrderHtml(markHtml(highlightLines(exactText(row.text), language).join(' '), words ?? []));
  const spoken = kind && `<span class="said">${said[kind]}</span>`;
  return (
    <>
      <td className={`number ${kind}`}>
        {onNumber ? (
          <button
            type="button"
            className="pressable"
            tabIndex={isStop ? 0 : -1}
            aria-label={`Comment on ${kind === 'removed' ? 'removed line' : 'line'} ${number}`}
            onClick={onNumber}
          >
            {number}
          </button>
        ) : (
          number
        )}
      </td>
      {/* Text and spans only: highlight.js escapes its input. */}
      <td className={`code ${kind}`} dangerouslySetInnerHTML={{ __html: spoken + code }} />
    </>
  );
}

interface SpanRowProps {
  row: DiffRow;
  columns: number;
  onUnfold: (row: DiffRow) => void;
}

/** A row across all columns: the beginning of a part, folded lines, a remark. */
export function SpanRow({ row, columns, onUnfold, ...line }: SpanRowProps) {
  return (
    <tr {...line}>
      <td className={row.kind === 'note' ? 'whole note' : 'whole'} colSpan={columns}>
        {row.hidden ? (
          <button type="button" className="pressable" onClick={() => onUnfold(row)}>
            Show {unchanged(row.hidden.length)}
          </button>
        ) : (
          inOrder(exactText(row.text))
        )}
      </td>
    </tr>
  );
}

/** Wraps the whole diff. Classes are styled here and not at each cell: a diff has thousands. */
export const DiffLines = chakra('table', {
  base: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    // Browsers with scroll anchoring lose the reading position when rows are drawn; the rows keep it themselves.
    overflowAnchor: 'none',
    '& td': { verticalAlign: 'top' },
    '& .number': { pe: '8px', textAlign: 'end', color: 'fg.muted', userSelect: 'none' },
    '& .number button': {
      // The number stays level with its line of code although the button is higher.
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'flex-start',
      width: '100%',
      minH: '24px',
      pe: '8px',
      me: '-8px',
      boxSizing: 'content-box',
      color: 'inherit',
      cursor: 'pointer',
      _hover: { color: 'primary.fg', textDecoration: 'underline' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& .code, & .undrawn': { ps: '22px', pe: '8px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& .undrawn': { ps: '70px' },
    '& .added': { bg: 'approve.subtle', '& mark': { bg: 'approve.muted' } },
    '& .removed': { bg: 'reject.subtle', '& mark': { bg: 'reject.muted' } },
    '& mark': { color: 'fg', rounded: '2px' },
    '& .said': { srOnly: true },
    // No DOM nodes for the signs: a diff has thousands. Screen readers read the word, not the sign.
    '& .code.added::before, & .code.removed::before': { display: 'inline-block', width: '16px', ms: '-16px' },
    '& .code.added::before': { content: '"+"' },
    '& .code.removed::before': { content: '"−"' },
    '@supports (content: "+" / "")': {
      '& .code.added::before': { content: '"+" / ""' },
      '& .code.removed::before': { content: '"−" / ""' },
    },
    '& .missing': { bg: 'bg' },
    '& .whole': {
      px: '12px',
      py: '4px',
      color: 'fg.muted',
      fontSize: '0.75rem',
      bg: 'bg.surface',
      overflowWrap: 'anywhere',
    },
    '& .note': { color: 'waiting.fg', fontWeight: '500' },
    '& .whole button': {
      color: 'primary.fg',
      cursor: 'pointer',
      minH: '24px',
      ...thumbReach('10px'),
      _hover: { textDecoration: 'underline' },
    },
  },
});
