import type { DocumentReference, DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { readSnapshots } from '../../store/data.ts';
import { addUsage } from '../../lib/database-usage.ts';

/** The documents that a held request listens to, by name; null for a name without a document to listen to. */
export type Watched<S> = { [Name in keyof S]: DocumentReference<NonNullable<S[Name]>> | null };

/** Milliseconds. */
export interface SecondReadings {
  /** After every listener has first reported the state of its document. */
  firstMs: number;
  everyMs: number;
}

/**
 * A listener may miss a change that is made while it begins to listen, or while another one ends (the Firestore
 * emulator loses one in some hundred in both cases). A change found by a second reading ends the hold just the same.
 */
const SECOND_READINGS: SecondReadings = { firstMs: 1_000, everyMs: 10_000 };

/** Milliseconds by which a timer may fire early. */
const TIMER_MS = 2;

let held = 0;

/** How many requests this process holds now, after a first look that found nothing. */
export function heldRequests(): number {
  return held;
}

/**
 * Holds until `look` finds something. It looks once the state of all documents is known, whenever one of them changes,
 * and at the time it named itself. A missing document is undefined, one that is not watched null. Resolves with null
 * after `milliseconds`, or early when a listener fails or `ended` says so: the caller asks again. Throws what `look`
 * throws.
 */
export function hold<S extends object, T>(
  watched: Watched<S>,
  look: (states: S, lookAgainAt: (time: number) => void) => Promise<T | null>,
  milliseconds: number,
  secondReadings = SECOND_READINGS,
  ended?: AbortSignal,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const names = (Object.keys(watched) as (keyof S)[]).filter((name) => watched[name] !== null);
    const refs = names.map((name) => watched[name] as DocumentReference);
    const known = new Map<string, DocumentSnapshot>();
    let looking = false;
    let again = false;
    let over = false;
    let isHeld = false;
    let reading: NodeJS.Timeout | undefined;
    let next: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => end(() => resolve(null)), milliseconds);
    const listen = (ref: DocumentReference) =>
      ref.onSnapshot(
        (snapshot) => {
          addUsage('reads', 1);
          hear([snapshot]);
        },
        () => end(() => resolve(null)),
      );
    const stops = refs.map(listen);
    ended?.addEventListener('abort', () => end(() => resolve(null)));

    /** Takes over the snapshots that are newer than those known, and looks if there are any. */
    function hear(snapshots: DocumentSnapshot[]): void {
      const news = snapshots.filter((snapshot) => isNews(known.get(snapshot.ref.path), snapshot));
      for (const snapshot of news) known.set(snapshot.ref.path, snapshot);
      if (over || known.size < refs.length) return;
      reading ??= setTimeout(() => void readAgain(), secondReadings.firstMs);
      if (news.length > 0) void lookOnce();
    }

    async function readAgain(): Promise<void> {
      // If this reading fails, the next one makes up for it.
      const snapshots = await readSnapshots(refs).catch(() => []);
      if (over) return;
      hear(snapshots);
      reading = setTimeout(() => void readAgain(), secondReadings.everyMs);
    }

    async function lookOnce(): Promise<void> {
      if (over) return;
      again = looking; // a change during a look: look once more afterwards
      if (looking) return;
      looking = true;
      try {
        const found = await look(states(), lookAgainAt);
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

    /** A held decision becomes visible with time, without a change of a document. Each look names its own time. */
    function lookAgainAt(time: number): void {
      clearTimeout(next);
      // Timers may be a little early.
      next = setTimeout(() => void lookOnce(), Math.max(0, time - Date.now()) + TIMER_MS);
    }

    function states(): S {
      const state = (name: keyof S) => {
        const ref = watched[name];
        return ref === null ? null : known.get(ref.path)?.data();
      };
      return Object.fromEntries(Object.keys(watched).map((name) => [name, state(name as keyof S)])) as S;
    }

    function end(settle: () => void): void {
      if (over) return;
      over = true;
      if (isHeld) held--;
      clearTimeout(timer);
      clearTimeout(reading);
      clearTimeout(next);
      settle();
      for (const stop of stops) stop();
    }
  });
}

/** A reading and a listener may overtake each other: an older snapshot is no news. */
function isNews(before: DocumentSnapshot | undefined, now: DocumentSnapshot): boolean {
  if (before === undefined) return true;
  return versionOf(before) !== versionOf(now) && millisOf(now.readTime) >= millisOf(before.readTime);
}

/** Changes with each write of a document; empty while it does not exist. */
const versionOf = ({ updateTime }: DocumentSnapshot) => updateTime?.valueOf() ?? '';
const millisOf = (time: Timestamp) => time.toMillis();
