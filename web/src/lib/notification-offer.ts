import { useSyncExternalStore } from 'react';

/** Whether notifications were offered on this device: `due` from the first approval on, `answered` once the person has said yes or no. */
const STORED_AS = 'countersign.notifications';

const listeners = new Set<() => void>();
const current = () => localStorage.getItem(STORED_AS);

/** After an approval: notifications may be offered on this device now, once. */
export function offerNotifications(): void {
  if (current() === null) store('due');
}

/** The person has answered: they are not asked again here. */
export const answerOffer = () => store('answered');

/** True while the offer waits for an answer. */
export function useIsOfferDue(): boolean {
  return useSyncExternalStore(subscribe, () => current() === 'due');
}

function store(state: 'due' | 'answered'): void {
  localStorage.setItem(STORED_AS, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
