import type { RiskReason } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useMemo } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { toneOfLevel } from '../risk-look.ts';
import { lineProps } from '../seen/seen-lines.ts';
import { useSeenPart } from '../seen/use-seen-part.ts';
import { CodeFrame } from './code-frame.tsx';
import { type MarkedPart, markedParts } from './marked-parts.ts';
import { TICKABLE_LINES } from './tickable.ts';

interface CommandBlockProps {
  command: string;
  title: ReactNode;
  /** What they are about is marked. */
  reasons: readonly RiskReason[];
  /** The part of a request that it shows. */
  part: string;
}

/** A command as it is, with the parts marked that its risk comes from. Nothing in it is hidden by being invisible. */
export function CommandBlock({ command, title, reasons, part }: CommandBlockProps) {
  const lines = useMemo(() => linesOf(markedParts(command, reasons)), [command, reasons]);
  const [attach, seen] = useSeenPart(part, { lines: lines.length, name: 'the command' });
  return (
    <CodeFrame title={title} copy={command} part={{ key: part, seen }} canBeTicked={lines.length > TICKABLE_LINES}>
      <Text ref={attach}>
        {lines.map((line, index) => (
          <Line key={index} {...lineProps(index)}>
            {line.map(({ text, level }, place) =>
              level === null ? (
                visibleText(text)
              ) : (
                <Mark key={place} colorPalette={toneOfLevel(level)}>
                  {visibleText(text)}
                </Mark>
              ),
            )}
          </Line>
        ))}
      </Text>
    </CodeFrame>
  );
}

/** The parts, line by line; a part that goes on is marked on each of its lines. */
function linesOf(parts: readonly MarkedPart[]): MarkedPart[][] {
  const lines: MarkedPart[][] = [[]];
  for (const { text, level } of parts) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, level });
    }
  }
  return lines;
}

const Text = chakra('pre', {
  base: { px: '12px', py: '8px', fontFamily: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
const Line = chakra('span', { base: { display: 'block', minH: '1lh' } });

/** Told by its line below as well as by its colour. */
const Mark = chakra('mark', {
  base: {
    bg: 'colorPalette.muted',
    color: 'fg',
    rounded: '2px',
    boxDecorationBreak: 'clone',
    textDecorationLine: 'underline',
    textDecorationColor: 'colorPalette.solid',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
  },
});
