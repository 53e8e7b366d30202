import type { FormField } from '@countersign/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { keptPerPerson } from '../../../lib/queries/kept-per-person.ts';
import type { Decidable } from '../decided.ts';
import { beginning, type Draft } from './draft.ts';

// Not on the device, as other drafts are: an agent's form may have been answered with a secret.
const useDrafts = keptPerPerson<Draft>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * The person's draft of one request, or the defaults, and the function that changes it; null drops it. The same
 * in every form that shows it: a request's card and its opened view each have one.
 */
export function useDraft({ id, hash }: Decidable, fields: readonly FormField[]) {
  const drafts = useDrafts();
  // A draft belongs to one request in one wording: equal forms have the same hash.
  const key = `${id} ${hash}`;
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key)) ?? beginning(fields);
  const setDraft = useCallback(
    (changed: Draft | null) => {
      if (changed === null) drafts.delete(key);
      else drafts.set(key, changed);
      for (const listener of listeners) listener();
    },
    [drafts, key],
  );
  return [draft, setDraft] as const;
}
