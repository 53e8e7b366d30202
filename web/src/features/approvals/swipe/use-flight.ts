import { useRef, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';

/** How the card library's card is moved. */
interface CardHandle {
  swipe: (direction?: 'left' | 'right') => Promise<void>;
  restoreCard: () => Promise<void>;
}

interface FlightHandlers {
  /** Sends the approval of a card that leaves to the right. One that leaves to the left has been rejected. */
  approve: (answered: { onSuccess: () => void; onError: () => void }) => void;
  onLeave: () => void;
  /** Out of sight and decided, or refused by the server and back. */
  onGone: () => void;
}

/**
 * How a card leaves. It stays mounted, out of sight, until the server has answered: if refused, it comes back. `leave`
 * and `land` are for the card library, which reports both.
 */
export function useFlight({ approve, onLeave, onGone }: FlightHandlers) {
  const handle = useRef<CardHandle>(null);
  const flight = useRef({ hasLanded: false, isDecided: false });
  const [stamped, setStamped] = useState<'approved' | 'rejected' | null>(null);
  const flyOff = (direction: 'left' | 'right') => void handle.current?.swipe(direction);
  const putBack = () => void handle.current?.restoreCard();

  const comeBack = () => {
    setStamped(null);
    putBack();
    onGone();
  };
  const advance = (news: Partial<typeof flight.current>) => {
    Object.assign(flight.current, news);
    // The decision may have been undone meanwhile, so that the card is shown again.
    if (flight.current.hasLanded && flight.current.isDecided) comeBack();
  };
  const leave = useStableCallback((direction: string) => {
    const approves = direction === 'right';
    setStamped(approves ? 'approved' : 'rejected');
    flight.current = { hasLanded: false, isDecided: !approves };
    onLeave();
    if (approves) approve({ onSuccess: () => advance({ isDecided: true }), onError: comeBack });
  });
  const land = useStableCallback(() => advance({ hasLanded: true }));
  return { handle, stamped, leave, land, flyOff, putBack };
}
