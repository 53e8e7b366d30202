import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { add, read } from '../store/data.ts';
import { DomainError } from '../lib/errors.ts';
import { rateWindows } from '../store/firestore.ts';

const WINDOW_MS = 60_000;
/** An instance reserves a twentieth of the allowance at a time: one write and one read for that many calls. */
const SHARE = 20;
const KEYS_LIMIT = 20_000;

interface Allowance {
  window: number;
  /** Below zero: what is owed. */
  left: number;
  /** Calls that this instance lets pass before it reserves any: the others do not know of them yet. */
  untold: number;
  /** The window's allowance is used up, counting all instances. */
  spent: boolean;
  reserving: Promise<void> | null;
}
const allowances = new Map<string, Allowance>();

/**
 * Takes one call from a key's allowance for this minute. All instances share the allowance: each reserves some calls at
 * a time, outside all transactions. Never more than `perMinute` calls pass. Throws `rate_limited`, with the seconds to
 * wait.
 *
 * `isFree`: anybody may make up such keys, and each reservation is paid for. So an instance reserves its first share only
 * with the second, and a key that is used a few times costs nothing. Each instance that needs no second one may let a
 * share more than `perMinute` pass.
 */
export async function takeCall(
  key: string,
  perMinute: number,
  userId: string | null,
  { isFree = false } = {},
): Promise<void> {
  const now = Date.now();
  const allowance = allowanceOf(key, Math.floor(now / WINDOW_MS), isFree ? shareOf(perMinute) : 0);
  while (allowance.left <= 0) {
    if (allowance.spent) throw tooMany(now);
    // One reservation at a time; a call that finds nothing left afterwards asks for the next.
    allowance.reserving ??= reserve(key, allowance, perMinute, userId).finally(() => (allowance.reserving = null));
    await allowance.reserving;
  }
  allowance.left -= 1;
}

/**
 * Counts for a key what a call has turned out to cost beyond itself. What this instance has not reserved for it by then is
 * owed: taken from what it reserves next, in the same minute.
 */
export function owe(key: string, calls: number): void {
  const known = allowances.get(key);
  if (known) known.left -= calls;
}

/**
 * Refuses where this instance already knows that a key's allowance for this minute is used up. Takes nothing and reads
 * nothing. Throws `rate_limited`, with the seconds to wait.
 */
export function refuseSpent(key: string): void {
  const now = Date.now();
  const known = allowances.get(key);
  if (known?.window === Math.floor(now / WINDOW_MS) && known.spent && known.left <= 0) throw tooMany(now);
}

const shareOf = (perMinute: number) => Math.ceil(perMinute / SHARE);

/** `untold`: what a new one begins with. */
function allowanceOf(key: string, window: number, untold: number): Allowance {
  const known = allowances.get(key);
  if (known?.window === window) return known;
  if (allowances.size >= KEYS_LIMIT) allowances.clear();
  const fresh: Allowance = { window, left: untold, untold, spent: false, reserving: null };
  allowances.set(key, fresh);
  return fresh;
}

/**
 * Adds to the reserved number, then reads the sum: no transaction, so that instances do not wait for one another. The
 * sum includes at least everything reserved before, so that nothing beyond the allowance is ever granted.
 */
async function reserve(key: string, allowance: Allowance, perMinute: number, userId: string | null): Promise<void> {
  const { window } = allowance;
  const id = `${key}-${window}`;
  const { untold } = allowance;
  const wanted = untold + shareOf(perMinute);
  await add(rateWindows().doc(id), {
    userId,
    window,
    reserved: FieldValue.increment(wanted),
    updatedAt: Timestamp.now(),
  });
  allowance.untold = 0;
  const sum = (await read(rateWindows().doc(id)))?.reserved ?? wanted;
  const granted = Math.max(0, wanted - untold - Math.max(0, sum - perMinute));
  allowance.left += granted;
  allowance.spent = granted === 0;
}

function tooMany(now: number): DomainError {
  const retryAfterSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1_000);
  return new DomainError('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
}
