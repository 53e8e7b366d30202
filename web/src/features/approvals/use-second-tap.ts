import { type Approval, countsAsHigh } from '@countersign/contract';
import { useEffect, useState } from 'react';
import { useDeviceSetting } from '../../lib/device-settings.ts';
import { SETTLE_MS, sightOf } from './settling.ts';

/** The first tap is forgotten after so long: what comes later is a first tap again. */
const HOLDS_MS = 8000;

/** What is said after the first tap. */
export const SECOND_TAP = 'High risk: press Approve once more.';

/**
 * Where the person wants it on this device, approving a high-risk request takes two taps: the second at least as long after
 * the first as any press after something new, so that a double click is one. Other content asks for both again.
 */
export function useSecondTap({ risk, ...item }: { risk: Approval['risk']; id: string; hash: string | null }) {
  const [setting] = useDeviceSetting('secondTap');
  const [first, setFirst] = useState<{ sight: string; at: number } | null>(null);
  const sight = sightOf({ id: item.id, hash: item.hash ?? '' });
  const isAsked = setting === 'on' && countsAsHigh(risk);
  const tapped = isAsked && first?.sight === sight ? first : null;

  useEffect(() => {
    if (!tapped) return;
    const timer = setTimeout(() => setFirst(null), HOLDS_MS);
    return () => clearTimeout(timer);
  }, [tapped]);

  const isGiven = () => !isAsked || (tapped !== null && performance.now() - tapped.at >= SETTLE_MS);
  return {
    /** The first tap was taken, the second is missing. */
    isMissing: tapped !== null,
    /** Whether a tap now would be the last one. */
    isGiven,
    /** A tap: approves, or asks for one more. */
    tap: (approve: () => void) => {
      if (isGiven()) {
        setFirst(null);
        approve();
      } else if (!tapped) setFirst({ sight, at: performance.now() });
    },
  };
}
