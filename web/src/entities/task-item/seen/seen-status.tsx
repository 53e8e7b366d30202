import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowDown, ArrowUp, SquareCheck } from 'lucide-react';
import { plural } from '../../../lib/text/plural.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { thumbReach } from '../../../ui/viewport/thumb.ts';
import type { Progress, Spot } from './progress.ts';
import { useSeen } from './seen-scope.tsx';

/** Content that fits on the screen has been seen within this time: nothing is shown about it. */
const PATIENCE_MS = 300;

/** How much of a request is still to be seen, with a button that leads there. Nothing once all of it was. */
export function SeenStatus() {
  const seen = useSeen();
  const hasStood = useAfter(PATIENCE_MS);
  const status = seen && hasStood ? statusOf(seen.progress) : null;
  if (!seen || !status) return null;
  const { words, at, Icon } = status;
  return (
    <Way type="button" className="pressable" onClick={() => at && seen.parts.show(at)}>
      <Icon size={14} aria-hidden />
      <chakra.span minW={0} overflowWrap="anywhere" lineClamp={2}>
        {visibleText(words)}
      </chakra.span>
    </Way>
  );
}

interface Status {
  words: string;
  at: Spot | null;
  Icon: typeof ArrowDown;
}

function statusOf({ isComplete, isDrawing, skipped, left, ticks, unopened, next }: Progress): Status | null {
  if (isComplete || isDrawing) return null;
  if (skipped) return { words: skipped.words, at: skipped.at, Icon: ArrowUp };
  if (left > 0) return { words: plural(left, 'more line', 'more lines'), at: next, Icon: ArrowDown };
  if (unopened > 0) return { words: `${plural(unopened, 'file')} to open`, at: next, Icon: ArrowUp };
  return { words: `${plural(ticks, 'part', 'parts')} to tick: cannot be shown`, at: next, Icon: SquareCheck };
}

const Way = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minH: '32px',
    maxW: '100%',
    px: '12px',
    rounded: 'full',
    ...thumbReach('6px', '16px'),
    bg: 'primary.subtle',
    color: 'primary.fg',
    textStyle: 'label',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '& > *': { pointerEvents: 'none' },
    _hover: { bg: 'primary.muted' },
  },
});
