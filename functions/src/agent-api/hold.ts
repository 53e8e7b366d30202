import type { DocumentReference, Query } from 'firebase-admin/firestore';
import { addUsage } from '../lib/usage.ts';

/** Something whose newest state is told, at once and at each change, until it is stopped. */
export type Watched<T> = (onState: (state: T) => void, onError: () => void) => () => void;

/** A document as it is; undefined where there is none. */
export function watchDocument<T>(ref: DocumentReference<T>): Watched<T | undefined> {
  return (onState, onError) =>
    ref.onSnapshot((snapshot) => {
      addUsage('reads', 1);
      onState(snapshot.data());
    }, onError);
}

/** The documents of a query. */
export function watchList<T>(query: Query<T>): Watched<T[]> {
  return (onState, onError) =>
    query.onSnapshot((snapshot) => {
      addUsage('reads', Math.max(snapshot.docChanges().length, 1));
      onState(snapshot.docs.map((one) => one.data()));
    }, onError);
}

/** What does not change. */
export function always<T>(state: T): Watched<T> {
  return (onState) => {
    onState(state);
    return () => undefined;
  };
}

let held = 0;

/** How many requests this process holds now: they have looked and found nothing yet. */
export function heldRequests(): number {
  return held;
}

/**
 * Holds until `look` finds something in what is watched: it looks when all of it is known, and again at each change.
 * Null when `milliseconds` pass. A listener that fails ends the hold early, as a timeout would: the caller asks again.
 */
export function hold<S extends object, T>(
  watched: { [Name in keyof S]: Watched<S[Name]> },
  look: (states: S) => Promise<T | null>,
  milliseconds: number,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const names = Object.keys(watched) as (keyof S)[];
    const states: Partial<S> = {};
    let looking = false;
    let again = false;
    let over = false;
    let isHeld = false;
    const timer = setTimeout(() => end(() => resolve(null)), milliseconds);
    const stops = names.map((name) =>
      watched[name](
        (state) => {
          states[name] = state;
          void lookOnce();
        },
        () => end(() => resolve(null)),
      ),
    );
    if (over) stopAll();

    async function lookOnce(): Promise<void> {
      if (over || !names.every((name) => name in states)) return;
      again = looking; // a change while it looks: once more afterwards
      if (looking) return;
      looking = true;
      try {
        const found = await look({ ...states } as S);
        if (found !== null) end(() => resolve(found));
        else if (!over && !isHeld) {
          isHeld = true;
          held++;
        }
      } catch (error) {
        end(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
      looking = false;
      if (again) void lookOnce();
    }

    function end(settle: () => void): void {
      if (over) return;
      over = true;
      if (isHeld) held--;
      clearTimeout(timer);
      settle();
      stopAll();
    }

    function stopAll(): void {
      for (const stop of stops) stop();
    }
  });
}
