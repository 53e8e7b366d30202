import { useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';

/**
 * The directions in which the card library must not send a card off. It asks when the card is let go, and loses a drag
 * when it is given another array meanwhile: so this stays the same one, and answers for the moment.
 * To the left a card never leaves by itself: a rejection needs its reason first.
 */
export function usePreventSwipe(mayApprove: () => boolean): string[] {
  const ask = useStableCallback(mayApprove);
  const [prevented] = useState(() =>
    Object.assign<string[], Pick<string[], 'includes'>>([], {
      includes: (direction) => direction !== 'right' || !ask(),
    }),
  );
  return prevented;
}
