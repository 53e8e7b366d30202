import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { lineProps } from './seen-lines.ts';
import { useSeenPart } from './use-seen-part.ts';

interface SeenPartProps {
  part: string;
  name: string;
  children: ReactNode;
}

/** A heading or a fact of a request: one thing that must be seen, however it wraps. */
export function SeenFact({ part, name, children }: SeenPartProps) {
  const [attach] = useSeenPart(part, { lines: 1, name, aside: true });
  return (
    <chakra.div ref={attach} minW={0}>
      <div {...lineProps(0)}>{children}</div>
    </chakra.div>
  );
}

/** Exact text, line by line. */
export function SeenText({ part, name, text }: { part: string; name: string; text: string }) {
  const lines = text.split('\n');
  const [attach] = useSeenPart(part, { lines: lines.length, name });
  return (
    <chakra.p ref={attach} whiteSpace="pre-wrap" overflowWrap="anywhere">
      {lines.map((line, index) => (
        <chakra.span key={index} display="block" minH="1lh" {...lineProps(index)}>
          {line}
        </chakra.span>
      ))}
    </chakra.p>
  );
}
