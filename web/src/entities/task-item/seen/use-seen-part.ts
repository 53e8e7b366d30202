import { useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Declared } from './seen-record.ts';
import { SeenContext } from './seen-scope.tsx';

/** The ref of the element that contains this part's lines (`lineProps`), and no other part's. */
type Attach = (element: HTMLElement | null) => void;

export interface SeenPart {
  /** Whether seeing counts here: where something awaits a decision. */
  isWatched: boolean;
  isMarked: boolean;
  mark: (isMarked: boolean) => void;
}

/** One part of a request that must be seen; the caller draws it. Without a key it does nothing. */
export function useSeenPart(key: string | undefined, declared: Declared): [attach: Attach, part: SeenPart] {
  const around = useContext(SeenContext);
  const scope = key === undefined ? null : around;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const record = scope?.record ?? null;
  const { lines, name, names, aside, tickOnly, opens, numberOf, placeOf } = declared;
  useEffect(() => {
    if (key !== undefined) record?.declare(key, { lines, name, names, aside, tickOnly, opens, numberOf, placeOf });
  }, [record, key, lines, name, names, aside, tickOnly, opens, numberOf, placeOf]);
  useEffect(
    () => (scope && element && key !== undefined ? scope.parts.add(key, element, names) : undefined),
    [scope, element, key, names],
  );
  const isMarked = useSyncExternalStore(
    record?.subscribe ?? never,
    () => (key !== undefined && record?.isMarked(key)) || false,
  );
  const mark = useCallback((marked: boolean) => key !== undefined && record?.mark(key, marked), [record, key]);
  return [setElement, { isWatched: record !== null, isMarked, mark }];
}

const never = () => () => undefined;
