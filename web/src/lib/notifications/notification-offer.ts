import { useSyncExternalStore } from 'react';

/**
 * Whether notifications are offered on this device: `due` from the first approval on, `stopped` if they ended by
 * themselves, `answered` once the person has said yes or no.
 */
const STORED_AS = 'countersign.notifications';
type Offer = 'due' | 'stopped';

const listeners = new Set<() => void>();
const current = () => localStorage.getItem(STORED_AS);

/** After an approval: notifications may now be offered on this device, once. */
export function offerNotifications(): void {
  if (current() === null) store('due');
}

/** Notifications ended here with somebody's session: they are offered again, in words that fit any next user. */
export const offerAnew = () => store('due');

/** Notifications have ended here, although nobody asked for that. */
export const tellStopped = () => store('stopped');

/** Notifications arrive here: there is nothing to offer. */
export function tellRunning(): void {
  if (offered() !== null) answerOffer();
}

/** The person has answered: they are not asked again here. */
export const answerOffer = () => store('answered');

/** The offer that awaits the person's answer; null for none. */
export function useOffer(): Offer | null {
  return useSyncExternalStore(subscribe, offered);
}

function offered(): Offer | null {
  const state = current();
  return state === 'due' || state === 'stopped' ? state : null;
}

function store(state: Offer | 'answered'): void {
  localStorage.setItem(STORED_AS, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
