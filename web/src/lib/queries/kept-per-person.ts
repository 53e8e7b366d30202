import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/**
 * A hook that returns what one person has typed, by whatever it belongs to: kept in this tab while cards and views come
 * and go, but not for the next person to sign in, who has queries of their own.
 */
export function keptPerPerson<Value>(): () => Map<string, Value> {
  const keptOf = new WeakMap<QueryClient, Map<string, Value>>();
  return function useKept() {
    const person = useQueryClient();
    const kept = keptOf.get(person) ?? new Map<string, Value>();
    keptOf.set(person, kept);
    return kept;
  };
}
