import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { OWN_KEPT_PREFIX } from '../../../lib/auth/session-traces.ts';
import { storageListeners } from '../../../lib/device/storage-listeners.ts';

/** An older decision was made in other circumstances: it is never sent. */
export const KEPT_MS = 10 * 60_000;

const keptDecision = z.object({
  /** Its user. */
  uid: z.string(),
  id: z.string(),
  taskId: z.string(),
  /** Hash of the bytes that were on screen. */
  hash: z.string(),
  /** For the owner: the titles of its task and of the item. */
  title: z.string(),
  how: z.enum(['approve', 'reject']),
  /** The body of the call. */
  body: z.record(z.string(), z.unknown()),
  /** By this device's clock, in milliseconds. */
  decidedAt: z.number(),
  /** It was sent, and no reply has said what became of it: the server may have it. */
  isSent: z.boolean(),
  /** The key of its hold, if it was sent with one: undone since, it decides nothing when it is sent again. */
  holdKey: z.optional(z.string()),
  /** Why it was not carried out; null while it waits. It stays until its owner has read it. */
  failure: z.nullable(z.string()),
});
export type KeptDecision = z.infer<typeof keptDecision>;

/** In the storage that a sign-out empties. */
const STORED_AS = `${OWN_KEPT_PREFIX}decisions`;
/** Each decision whose call is under way, in an entry of its own: it does not wait, and no page shows it. */
export const SENDING_AS = `${OWN_KEPT_PREFIX}sending.`;
const none: readonly KeptDecision[] = [];
/** The signed-in user. */
let owner: string | null = null;
const { subscribe, tell } = storageListeners();
let known: { text: string | null; kept: readonly KeptDecision[] } = { text: null, kept: none };

/** All decisions kept here, in order. */
export function keptDecisions(): readonly KeptDecision[] {
  const text = localStorage.getItem(STORED_AS);
  if (text !== known.text) known = { text, kept: parsed(text) };
  return known.kept;
}

/** Updates in all tabs. */
export const useKeptDecisions = () => useSyncExternalStore(subscribe, keptDecisions);

/**
 * Allows this user's decisions to be kept in this browser, and drops those of another user. Returns the function that
 * ends this.
 */
export function openKeptDecisions(uid: string): () => void {
  owner = uid;
  const own = keptDecisions().filter((one) => one.uid === uid);
  if (own.length < keptDecisions().length) store(own);
  return () => {
    owner = null;
  };
}

/** The user whose decisions are kept now; null if nobody is signed in. */
export const keptFor = () => owner;

/** Whether a decision about this request waits for the network. */
export const useIsKept = (id: string) => useKeptDecisions().some((one) => one.id === id && one.failure === null);

export type MadeDecision = Omit<KeptDecision, 'uid' | 'decidedAt' | 'isSent' | 'failure'>;

/**
 * Keeps a decision that the signed-in user has made; replaces an earlier one about the same request. `sentAt`: when it
 * was made, if it was also sent. `madeAt`: when it was made. Throws if nobody is signed in.
 */
export function keepDecision(made: MadeDecision, sentAt?: number, madeAt = sentAt ?? Date.now()): void {
  if (owner === null) throw new Error('Nobody is signed in');
  const isSent = sentAt !== undefined;
  const decision = { ...made, uid: owner, decidedAt: madeAt, isSent, failure: null };
  store([...keptDecisions().filter(({ id }) => id !== made.id), decision]);
}

/** Notes that the signed-in user's decision is being sent, in case this page ends before it can say what came of it. */
export function noteSending(made: MadeDecision, sentAt: number): void {
  const decision = { ...made, uid: owner, decidedAt: sentAt, isSent: true, failure: null };
  try {
    localStorage.setItem(SENDING_AS + made.id, JSON.stringify(decision));
  } catch {
    // The storage is full: it is sent all the same.
  }
}

/** It was answered, or is kept. */
export const forgetSending = (id: string) => localStorage.removeItem(SENDING_AS + id);

/** Drops a decision: it was taken back or carried out, or its outcome was read. */
export function dropDecision(id: string): void {
  store(keptDecisions().filter((one) => one.id !== id));
}

/** Records a decision's outcome. */
export function noteDecision(id: string, outcome: Partial<Pick<KeptDecision, 'isSent' | 'failure'>>): void {
  store(keptDecisions().map((one) => (one.id === id ? { ...one, ...outcome } : one)));
}

/** Too old to be sent; also true if the clock was set back, because the age is then unknown. */
export function hasLapsed({ decidedAt }: Pick<KeptDecision, 'decidedAt'>, now = Date.now()): boolean {
  return now >= decidedAt + KEPT_MS || now < decidedAt;
}

function store(decisions: readonly KeptDecision[]): void {
  if (decisions.length === 0) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, JSON.stringify(decisions));
  tell();
}

/** Stored text that cannot be parsed is no decision: another version, or a person, may have written it. */
export function parsed(text: string | null): readonly KeptDecision[] {
  if (text === null) return none;
  try {
    return z.array(keptDecision).parse(JSON.parse(text));
  } catch {
    return none;
  }
}
