import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { plural } from '../../../lib/text/plural.ts';
import { TICKABLE_LINES } from '../content/code/tickable.ts';
import { useSeen } from './seen-scope.tsx';

/**
 * The end of the content to be decided, a named tab stop. Anybody who reaches it by keyboard has passed all of the
 * content, if all of it is in the accessibility tree; if not, it says what to do first.
 */
export function EndOfContent() {
  const seen = useSeen();
  const [isFolded, setFolded] = useState(false);
  if (!seen || seen.progress.isDrawing || seen.progress.lines === 0) return null;
  const { record, parts, progress } = seen;
  const isShort = progress.lines <= TICKABLE_LINES && progress.marked === 0;
  const shown = isShort ? 'toKeyboard' : progress.isComplete ? 'toAll' : 'notYet';
  const reach = (element: HTMLElement) => {
    if (!element.matches(':focus-visible')) return;
    if (parts.isAllAccessible()) record.reachEnd();
    else setFolded(!progress.isComplete);
  };
  return (
    <End
      tabIndex={0}
      shown={shown}
      data-shown={shown}
      onFocus={(event) => reach(event.currentTarget)}
      onBlur={() => setFolded(false)}
    >
      End of {plural(progress.lines, 'line')}
      {progress.marked > 0 && `, ${progress.marked} of them ticked, not seen`}
      <span role="status">{isFolded && '. Part of it is folded: show all of it first.'}</span>
    </End>
  );
}

const End = chakra('p', {
  base: { textStyle: 'xs', color: 'fg.muted', textAlign: 'center', rounded: '4px' },
  variants: {
    shown: {
      toAll: {},
      // Below truncated content it would suggest that this was all, so it is invisible. The keyboard still reaches it.
      notYet: { opacity: 0, _focusVisible: { opacity: 1 } },
      // Below a few lines it tells nothing that is not in sight. It takes up no room either, nor the gap above it.
      toKeyboard: {
        opacity: 0,
        height: 0,
        mt: '-8px',
        overflow: 'hidden',
        _focusVisible: { opacity: 1, height: 'auto', mt: 0 },
      },
    },
  },
});
