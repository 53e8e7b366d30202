import { Timestamp, type DocumentReference, type DocumentSnapshot } from 'firebase-admin/firestore';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../lib/id.ts';
import { tombstones } from '../../store/firestore.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { heldRequests, hold } from './hold.ts';

useTestEnvironment();

type State = { userId: string } | undefined;

/** A document that names its user; without a user it does not exist. */
async function newDocument(userId?: string) {
  const ref = tombstones().doc(newId());
  const set = (to: string) => ref.set({ id: ref.id, userId: to, createdAt: Timestamp.now() });
  if (userId !== undefined) await set(userId);
  return { ref, set };
}

/** Lets a document's listener report only the first `times` states; returns what has begun and ended listening. */
function spyOn(ref: DocumentReference<never>, times = Infinity) {
  const listen = ref.onSnapshot.bind(ref) as (
    onNext: (one: DocumentSnapshot) => void,
    onError: () => void,
  ) => () => void;
  const ended = vi.fn();
  let told = 0;
  vi.spyOn(ref, 'onSnapshot').mockImplementation(((onNext: (one: DocumentSnapshot) => void, onError: () => void) => {
    const stop = listen((snapshot) => {
      told += 1;
      if (told <= times) onNext(snapshot);
    }, onError);
    return () => {
      ended();
      stop();
    };
  }) as never);
  return { ended };
}

const NEVER = { firstMs: 600_000, everyMs: 600_000 };
const untilHeld = () => vi.waitFor(() => expect(heldRequests()).toBe(1), { timeout: 30_000, interval: 10 });
const whenOf =
  (userId: string) =>
  async ({ one }: { one: State }) =>
    one?.userId === userId ? 'found' : null;

describe('hold', () => {
  test('answers at once with what is there already, and stops listening', async () => {
    const { ref } = await newDocument('here');
    const { ended } = spyOn(ref as never);
    expect(await hold<{ one: State }, string>({ one: ref }, whenOf('here'), 60_000, NEVER)).toBe('found');
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('looks when the state of all is known: existing, missing, or not watched', async () => {
    const [there, missing] = [await newDocument('here'), await newDocument()];
    const looked: unknown[] = [];
    const watched = { there: there.ref, missing: missing.ref, unwatched: null };
    const look = async (now: object) => looked.push(now);
    await hold<{ there: State; missing: State; unwatched: null }, number>(watched, look, 60_000, NEVER);
    expect(looked).toEqual([
      { there: expect.objectContaining({ userId: 'here' }), missing: undefined, unwatched: null },
    ]);
  });

  test('looks again at each change, also at one that comes while it looks', async () => {
    const { ref, set } = await newDocument('first');
    const look = async ({ one }: { one: State }) => {
      if (one?.userId === 'first') await set('second');
      return one?.userId === 'second' ? 'found' : null;
    };
    expect(await hold<{ one: State }, string>({ one: ref }, look, 60_000, NEVER)).toBe('found');
    const held = hold<{ one: State }, string>({ one: ref }, whenOf('third'), 60_000, NEVER);
    await untilHeld();
    await set('third');
    expect(await held).toBe('found');
    expect(heldRequests()).toBe(0);
  });

  test('finds what its listener has missed, by reading a second time', async () => {
    const { ref, set } = await newDocument('first');
    spyOn(ref as never, 1);
    const deaf = hold<{ one: State }, string>({ one: ref }, whenOf('second'), 60_000, { firstMs: 300, everyMs: 300 });
    await untilHeld();
    await set('second');
    expect(await deaf).toBe('found');
  });

  test('ends with null when time is up, and when a listener fails', async () => {
    const { ref } = await newDocument('first');
    expect(await hold<{ one: State }, string>({ one: ref }, whenOf('second'), 50, NEVER)).toBeNull();
    vi.spyOn(ref, 'onSnapshot').mockImplementation(((_onNext: unknown, onError: () => void) => {
      setTimeout(onError);
      return () => undefined;
    }) as never);
    expect(await hold<{ one: State }, string>({ one: ref }, whenOf('second'), 600_000, NEVER)).toBeNull();
  });

  test('throws what `look` throws', async () => {
    const { ref } = await newDocument('first');
    const { ended } = spyOn(ref as never);
    const look = () => Promise.reject(new Error('stale'));
    await expect(hold<{ one: State }, string>({ one: ref }, look, 60_000, NEVER)).rejects.toThrow('stale');
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
