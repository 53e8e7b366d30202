import { deviceSettings } from '../../../lib/device/device-settings.ts';

/** Holds a decision back from its agent for a moment, in which it can be undone. */
export interface Hold {
  seconds: number;
  /** Names this decision: sent again after it was undone, it decides nothing. */
  key: string;
  /** When it was requested, by this page's clock; the server starts counting later. */
  since: number;
}

/** A hold of the length set for this device; none if that is off. */
export function newHold(): { hold?: Hold } {
  const seconds = deviceSettings().undoSeconds;
  return seconds === 0 ? {} : { hold: { seconds, key: crypto.randomUUID(), since: performance.now() } };
}

/** Decisions made in this page: other pages offer to undo theirs themselves. */
const here = new Set<string>();

export const isDecidedHere = (id: string) => here.has(id);

export const noteDecidedHere = (id: string) => void here.add(id);

/** The part of a decision's call that holds it back. The body stays the same. */
export function held(hold: Pick<Hold, 'seconds' | 'key'> | undefined): { headers?: Record<string, string> } {
  return hold ? { headers: { 'X-Decision-Hold': `${hold.seconds} ${hold.key}` } } : {};
}
