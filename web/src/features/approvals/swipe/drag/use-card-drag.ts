import { type RefObject, useRef } from 'react';
import { intentOf } from './gesture.ts';
import { useDrag } from './use-drag.ts';
import { useDragGuard } from './use-drag-guard.ts';
import { usePreventSwipe } from './use-prevent-swipe.ts';
import { useSwipeAxis } from './use-swipe-axis.ts';

interface CardDrag {
  /** Identifies what is on the card: a drag applies to what was there when it began. */
  sight: string;
  /** Not so when it took another's place, or changed, by itself a moment ago: a drag that begins then may mean what was there. */
  isExpected: boolean;
  leaving: boolean;
  /** Whether dropping it at the right approves it: then the library itself sends it off. */
  fliesOff: () => boolean;
  onReject: () => void;
  /** Dropped at the right, but something comes first: the library brings it back. */
  onApprove: () => void;
  /** Dropped where it would have decided, but it was begun too early for that. */
  onIgnored: () => void;
  onCancel: () => void;
}

/**
 * Drags a card to the left or right. Returns props for the dragged element, and what the card library must not do by
 * itself.
 */
export function useCardDrag(dragged: RefObject<HTMLElement | null>, card: CardDrag) {
  const began = useRef({ at: '', isEarly: false });
  const isSame = () => !card.leaving && began.current.at === card.sight;
  const isMeant = () => isSame() && !began.current.isEarly;
  // Registered before the library's own listeners, and those of the drag.
  useSwipeAxis(dragged);
  useDrag(dragged, {
    onStart: () => {
      began.current = { at: card.sight, isEarly: !card.isExpected };
    },
    onEnd: (distance) => {
      const intent = isSame() ? intentOf(distance) : null;
      if (intent !== null && !isMeant()) return card.onIgnored();
      if (intent === 'reject') card.onReject();
      if (intent === 'approve' && !card.fliesOff()) card.onApprove();
    },
    onCancel: card.onCancel,
  });
  const guard = useDragGuard(dragged);
  const preventSwipe = usePreventSwipe(() => isMeant() && card.fliesOff());
  return { guard, preventSwipe };
}
