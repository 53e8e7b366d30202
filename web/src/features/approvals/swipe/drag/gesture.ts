import { SWIPE_THRESHOLD_PX } from '@countersign/contract';

/** How far a card has been dragged, in pixels; to the right and down is positive. */
export interface Distance {
  x: number;
  y: number;
}

export const nowhere: Distance = { x: 0, y: 0 };

/**
 * What letting go here means: more than 150 px to the right approves, to the left rejects; less, or more vertically
 * than sideways, does nothing. The same rule as the card library's own.
 */
export function intentOf({ x, y }: Distance): 'approve' | 'reject' | null {
  if (Math.abs(x) <= Math.abs(y) || Math.abs(x) <= SWIPE_THRESHOLD_PX) return null;
  return x > 0 ? 'approve' : 'reject';
}

/** How much ink each stamp has: it grows with the distance and is full from 150 px on. */
export function inkOf({ x, y }: Distance): { approved: number; rejected: number } {
  const ink = Math.abs(x) <= Math.abs(y) ? 0 : Math.min(1, Math.abs(x) / SWIPE_THRESHOLD_PX);
  return { approved: x > 0 ? ink : 0, rejected: x < 0 ? ink : 0 };
}
