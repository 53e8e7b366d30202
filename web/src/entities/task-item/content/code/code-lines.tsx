import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useMemo } from 'react';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { inOrderHtml } from '../../../../ui/text/in-order.tsx';
import { lineProps } from '../../seen/seen-lines.ts';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { WindowedRows } from '../windowing/windowed-rows.tsx';
import { CodeFrame } from './code-frame.tsx';
import { highlightLines, languageOf } from './highlight.ts';
import { isTickable } from './tickable.ts';

interface CodeLinesProps {
  path: string;
  code: string;
  part: string;
}

/** Beyond this number, each line is highlighted when it is drawn: all at once would take too long. */
const MOST_TOGETHER = 1000;

/** A file: its name, numbered lines, colours by language. Loaded lazily through `CodeBlock`. */
export default function CodeLines({ path, code, part }: CodeLinesProps) {
  const language = useMemo(() => languageOf(path), [path]);
  // Split first: a carriage return before a line feed is written out as well.
  const lines = useMemo(() => code.replace(/\n$/, '').split('\n').map(exactText), [code]);
  const coloured = useMemo(
    () => (lines.length > MOST_TOGETHER ? null : highlightLines(lines.join('\n'), language)),
    [lines, language],
  );
  const [attach, seen] = useSeenPart(part, { lines: lines.length, name: path });
  const draw = useCallback(
    (line: string, index: number) => {
      const html = inOrderHtml(coloured?.[index] ?? highlightLines(line, language).join(' '));
      return (
        <tr key={index} {...lineProps(index)}>
          <td className="number">{index + 1}</td>
          {/* Text and spans only: highlight.js escapes its input. */}
          <td className="code" dangerouslySetInnerHTML={{ __html: html === '' ? ' ' : html }} />
        </tr>
      );
    },
    [coloured, language],
  );
  return (
    <CodeFrame title={path} copy={code} part={{ key: part, seen }} canBeTicked={isTickable(lines.length, code.length)}>
      <Table ref={attach} role="presentation">
        <colgroup>
          <Numbers />
          <col />
        </colgroup>
        <WindowedRows rows={lines} columns={2} draw={draw} textOf={asItIs} lengthOf={lengthOf} linesOf={placeOf} />
      </Table>
    </CodeFrame>
  );
}

const asItIs = (line: string) => line;
const lengthOf = (line: string) => line.length;
const placeOf = (_line: string, index: number) => [index];

const Numbers = chakra('col', { base: { width: { base: '32px', md: '44px' } } });
const Table = chakra('table', {
  base: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    // Browsers with scroll anchoring lose the reading position when rows are drawn; the rows keep it themselves.
    overflowAnchor: 'none',
    my: '4px',
    '& td': { verticalAlign: 'top' },
    '& .number': { pe: '8px', textAlign: 'end', color: 'fg.muted', userSelect: 'none' },
    '& .code, & .undrawn': { pe: '12px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& .undrawn': { ps: { base: '32px', md: '44px' } },
  },
});
