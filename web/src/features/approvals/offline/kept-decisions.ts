import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { OWN_KEPT_PREFIX } from '../../../lib/session-traces.ts';
import { storageListeners } from '../../../lib/storage-listeners.ts';

/** A decision that is older was made in other circumstances: it is never sent. */
export const KEPT_MS = 10 * 60_000;

const keptDecision = z.object({
  /** Whose it is. */
  uid: z.string(),
  id: z.string(),
  taskId: z.string(),
  /** Of the bytes that were on screen. */
  hash: z.string(),
  /** As its owner knows it: its task's title and its own. */
  title: z.string(),
  how: z.enum(['approve', 'reject']),
  /** The body of the call. */
  body: z.record(z.string(), z.unknown()),
  /** By this device's clock, in milliseconds. */
  decidedAt: z.number(),
  /** It was sent, and no answer has told what became of it: the server may have it. */
  isSent: z.boolean(),
  /** Why it was not carried out; null while it waits. It stays until its owner has read it. */
  failure: z.nullable(z.string()),
});
export type KeptDecision = z.infer<typeof keptDecision>;

/** In the storage that a sign-out empties. */
const STORED_AS = `${OWN_KEPT_PREFIX}decisions`;
const none: readonly KeptDecision[] = [];
/** The user who is signed in. */
let owner: string | null = null;
const { subscribe, tell } = storageListeners();
let known: { text: string | null; kept: readonly KeptDecision[] } = { text: null, kept: none };

/** All decisions that were made without a network, in the order in which they were made. */
export function keptDecisions(): readonly KeptDecision[] {
  const text = localStorage.getItem(STORED_AS);
  if (text !== known.text) known = { text, kept: parsed(text) };
  return known.kept;
}

/** Followed in all tabs. */
export const useKeptDecisions = () => useSyncExternalStore(subscribe, keptDecisions);

/** Lets this user's decisions be kept in this browser; what is left of another one's is forgotten. */
export function openKeptDecisions(uid: string): void {
  owner = uid;
  const own = keptDecisions().filter((one) => one.uid === uid);
  if (own.length < keptDecisions().length) store(own);
}

/** Whether a decision about this request waits for the network. */
export const useIsKept = (id: string) => useKeptDecisions().some((one) => one.id === id && one.failure === null);

/** Keeps a decision of the signed-in user's that was made now; one about the same request is replaced. Throws where nobody is signed in. */
export function keepDecision(made: Omit<KeptDecision, 'uid' | 'decidedAt' | 'isSent' | 'failure'>): void {
  if (owner === null) throw new Error('Nobody is signed in');
  const decision = { ...made, uid: owner, decidedAt: Date.now(), isSent: false, failure: null };
  store([...keptDecisions().filter(({ id }) => id !== made.id), decision]);
}

/** Forgets a decision: it was taken back, carried out, or what became of it was read. */
export function dropDecision(id: string): void {
  store(keptDecisions().filter((one) => one.id !== id));
}

/** Notes what became of a decision. */
export function noteDecision(id: string, outcome: Partial<Pick<KeptDecision, 'isSent' | 'failure'>>): void {
  store(keptDecisions().map((one) => (one.id === id ? { ...one, ...outcome } : one)));
}

/** Too old to be sent; also where the clock was set back, and its age cannot be known. */
export function hasLapsed({ decidedAt }: KeptDecision, now = Date.now()): boolean {
  return now >= decidedAt + KEPT_MS || now < decidedAt;
}

function store(decisions: readonly KeptDecision[]): void {
  if (decisions.length === 0) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, JSON.stringify(decisions));
  tell();
}

/** What cannot be understood is no decision: another version, or a person, may have written it. */
function parsed(text: string | null): readonly KeptDecision[] {
  if (text === null) return none;
  try {
    return z.array(keptDecision).parse(JSON.parse(text));
  } catch {
    return none;
  }
}
