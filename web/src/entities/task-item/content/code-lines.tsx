import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { lineProps } from '../seen/seen-lines.ts';
import { useSeenPart } from '../seen/use-seen-part.ts';
import { CodeFrame } from './code-frame.tsx';
import { highlightLines, languageOf } from './highlight.ts';
import { MonoBlock } from './mono-block.tsx';
import { TICKABLE_LINES } from './tickable.ts';

interface CodeLinesProps {
  path: string;
  code: string;
  part: string;
}

/** Lines beyond which numbers and colours would cost more than they help. */
const MOST_LINES = 3000;

/** A file: its name, numbered lines, colours by language. Loaded lazily through `CodeBlock`. */
export default function CodeLines({ path, code, part }: CodeLinesProps) {
  const lines = useMemo(() => {
    const text = visibleText(code).replace(/\n$/, '');
    return text.split('\n', MOST_LINES + 1).length > MOST_LINES ? null : highlightLines(text, languageOf(path));
  }, [path, code]);
  if (!lines) return <MonoBlock title={path} text={code} part={part} />;
  return <Coloured path={path} code={code} part={part} lines={lines} />;
}

function Coloured({ path, code, part, lines }: CodeLinesProps & { lines: string[] }) {
  const [attach, seen] = useSeenPart(part, { lines: lines.length, name: path });
  return (
    <CodeFrame title={path} copy={code} part={{ key: part, seen }} canBeTicked={lines.length > TICKABLE_LINES}>
      <Table ref={attach} role="presentation">
        <tbody>
          {lines.map((html, index) => (
            <tr key={index} {...lineProps(index)}>
              <Gutter>{index + 1}</Gutter>
              {/* Text and spans only: highlight.js escapes what it is given. */}
              <Line dangerouslySetInnerHTML={{ __html: html === '' ? ' ' : html }} />
            </tr>
          ))}
        </tbody>
      </Table>
    </CodeFrame>
  );
}

const Table = chakra('table', { base: { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', my: '4px' } });
const Gutter = chakra('td', {
  base: {
    width: { base: '32px', md: '44px' },
    pe: '8px',
    textAlign: 'end',
    verticalAlign: 'top',
    color: 'fg.muted',
    userSelect: 'none',
  },
});
const Line = chakra('td', { base: { pe: '12px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });
