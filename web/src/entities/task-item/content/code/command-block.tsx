import type { RiskReason } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { toneOfLevel } from '../../risk-look.ts';
import { lineProps } from '../../seen/seen-lines.ts';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { CodeFrame } from './code-frame.tsx';
import type { ColouredPart } from './highlight.ts';
import { type MarkedPart, markedParts, withColours } from './marked-parts.ts';
import { isTickable } from './tickable.ts';

interface CommandBlockProps {
  command: string;
  title: ReactNode;
  /** The parts that these reasons are about are marked. */
  reasons: readonly RiskReason[];
  /** The part of a request that it shows. */
  part: string;
}

/**
 * A command's exact text, with the parts marked that its risk comes from. Invisible characters in it are made visible.
 */
export function CommandBlock({ command, title, reasons, part }: CommandBlockProps) {
  const coloured = useShellColours(command);
  const lines = useMemo(() => {
    const marked = markedParts(command, reasons);
    return linesOf(coloured ? withColours(marked, coloured) : marked);
  }, [command, reasons, coloured]);
  const [attach, seen] = useSeenPart(part, { lines: lines.length, name: 'the command' });
  return (
    <CodeFrame
      title={title}
      copy={command}
      part={{ key: part, seen }}
      canBeTicked={isTickable(lines.length, command.length)}
    >
      <Text ref={attach}>
        {lines.map((line, index) => (
          <Line key={index} {...lineProps(index)}>
            {line.map(({ text, level, colour }, place) =>
              level === null ? (
                <span key={place} className={colour ?? undefined}>
                  {inOrder(exactText(text))}
                </span>
              ) : (
                <Mark key={place} colorPalette={toneOfLevel(level)}>
                  {inOrder(exactText(text))}
                </Mark>
              ),
            )}
          </Line>
        ))}
      </Text>
    </CodeFrame>
  );
}

/** Longer commands are shown in one colour: highlighting them would block the page. */
const MOST_CHARACTERS = 20_000;

/** The colours of a shell's words; none until the highlighter has loaded. They do not affect the lines' positions. */
function useShellColours(command: string): ColouredPart[] | null {
  const [coloured, setColoured] = useState<{ command: string; parts: ColouredPart[] } | null>(null);
  useEffect(() => {
    if (command.length > MOST_CHARACTERS) return;
    let isCurrent = true;
    void import('./highlight.ts').then(
      ({ shellParts }) => isCurrent && setColoured({ command, parts: shellParts(command) }),
      () => undefined, // without a network it stays uncoloured
    );
    return () => {
      isCurrent = false;
    };
  }, [command]);
  return coloured?.command === command ? coloured.parts : null;
}

/** The parts, line by line; a part that spans several lines is marked on each of them. */
function linesOf(parts: readonly MarkedPart[]): MarkedPart[][] {
  const lines: MarkedPart[][] = [[]];
  for (const { text, level, colour } of parts) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, level, colour });
    }
  }
  return lines;
}

const Text = chakra('pre', {
  base: { px: '12px', py: '8px', fontFamily: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
const Line = chakra('span', { base: { display: 'block', minH: '1lh' } });

/** Marked by a line below as well as by its colour. */
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
