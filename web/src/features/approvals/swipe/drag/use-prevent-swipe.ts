import { useState } from 'react';
import { useStableCallback } from '../../../../lib/use-stable-callback.ts';

/**
 * The directions in which the card library must not send a card off. It asks when the card is released, and loses a
 * drag if it is given another array meanwhile; so this array stays the same object and answers at that moment. A card
 * never leaves to the left by itself: a rejection needs its reason first.
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
