import { type Approval, countsAsHigh } from '@countersign/contract';
import { useEffect, useState } from 'react';
import { useDeviceSetting } from '../../../lib/device/device-settings.ts';
import { SETTLE_MS, sightOf } from './settling.ts';

/** The first tap expires after this time: a later one is a first tap again. */
const HOLDS_MS = 8000;

/** Shown after the first tap. */
export const SECOND_TAP = 'High risk: press Approve once more.';

/**
 * If the person has turned this on for the device, approving a high-risk request takes two taps. The second must come
 * at least as long after the first as any press after something new, so a double click counts as one. Other content
 * requires both again.
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
    /** The first tap was made, the second is missing. */
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
