import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { CodeFrame } from './code-frame.tsx';
import { highlightLines, languageOf } from './highlight.ts';
import { MonoBlock } from './mono-block.tsx';
import { visibleText } from './visible-text.ts';

interface CodeLinesProps {
  path: string;
  code: string;
}

/** Lines beyond which numbers and colours would cost more than they help. */
const MOST_LINES = 3000;

/** A file: its name, numbered lines, colours by language. Loaded lazily through `CodeBlock`. */
export default function CodeLines({ path, code }: CodeLinesProps) {
  const lines = useMemo(() => {
    const text = visibleText(code).replace(/\n$/, '');
    return text.split('\n', MOST_LINES + 1).length > MOST_LINES ? null : highlightLines(text, languageOf(path));
  }, [path, code]);
  if (!lines) return <MonoBlock title={path} text={code} />;
  return (
    <CodeFrame title={path}>
      <Table role="presentation">
        <tbody>
          {lines.map((html, index) => (
            <tr key={index}>
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

const Table = chakra('table', { base: { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', my: '6px' } });
const Gutter = chakra('td', {
  base: { width: '44px', pe: '10px', textAlign: 'end', verticalAlign: 'top', color: 'fg.muted', userSelect: 'none' },
});
const Line = chakra('td', { base: { pe: '12px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });
