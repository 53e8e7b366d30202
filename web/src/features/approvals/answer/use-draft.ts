import type { FormField } from '@countersign/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Decidable } from '../decided.ts';
import { beginning, type Draft } from './draft.ts';

/**
 * Each person's drafts: they survive cards that come and go and views that change, but not a sign-out, because the next
 * person has queries of their own.
 */
const kept = new WeakMap<QueryClient, Map<string, Draft>>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * The person's draft of one request, or the defaults, and the function that changes it; null drops it. Kept in this tab
 * only. The same in every form that shows it: a request's card and its opened view each have one.
 */
export function useDraft({ id, hash }: Decidable, fields: readonly FormField[]) {
  const person = useQueryClient();
  // A draft belongs to one request in one wording: equal forms have the same hash.
  const key = `${id} ${hash}`;
  const draft = useSyncExternalStore(subscribe, () => kept.get(person)?.get(key)) ?? beginning(fields);
  const setDraft = useCallback(
    (changed: Draft | null) => {
      const drafts = kept.get(person) ?? new Map<string, Draft>();
      kept.set(person, drafts);
      if (changed === null) drafts.delete(key);
      else drafts.set(key, changed);
      for (const listener of listeners) listener();
    },
    [person, key],
  );
  return [draft, setDraft] as const;
}
