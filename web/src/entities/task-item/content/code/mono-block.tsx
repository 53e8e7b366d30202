import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useMemo } from 'react';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { linesProps } from '../../seen/seen-lines.ts';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { CodeFrame } from './code-frame.tsx';
import { isTickable } from './tickable.ts';

interface MonoBlockProps {
  text: string;
  /** How it is shown, if not as it is copied. */
  shownAs?: string;
  title?: ReactNode;
  /** The part of a request that it shows. */
  part?: string;
}

/** The number of elements that a page can bear; in longer texts each element has several lines. */
const MOST_ELEMENTS = 1000;

/** Exact text, in monospace on a tinted block: a command, JSON, output. Invisible characters in it are made visible. */
export function MonoBlock({ text, shownAs = text, title, part }: MonoBlockProps) {
  const { lines, pieces } = useMemo(() => piecesOf(exactText(shownAs)), [shownAs]);
  const [attach, seen] = useSeenPart(part, { lines, name: typeof title === 'string' ? title : '' });
  return (
    <CodeFrame
      title={title}
      copy={text}
      part={part === undefined ? undefined : { key: part, seen }}
      canBeTicked={isTickable(lines, shownAs.length)}
    >
      <Text ref={attach}>
        {pieces.map(({ first, last, shown }) => (
          <Line key={first} {...linesProps(first, last)}>
            {inOrder(shown)}
          </Line>
        ))}
      </Text>
    </CodeFrame>
  );
}

interface Piece {
  first: number;
  last: number;
  shown: string;
}

function piecesOf(text: string): { lines: number; pieces: Piece[] } {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const size = Math.ceil(lines.length / MOST_ELEMENTS);
  const pieces: Piece[] = [];
  for (let first = 0; first < lines.length; first += size) {
    const own = lines.slice(first, first + size);
    pieces.push({ first, last: first + own.length - 1, shown: own.join('\n') });
  }
  return { lines: lines.length, pieces };
}

const Text = chakra('pre', {
  base: { px: '12px', py: '8px', fontFamily: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
const Line = chakra('span', { base: { display: 'block', minH: '1lh' } });
