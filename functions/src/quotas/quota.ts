import type { DocumentData, Query } from 'firebase-admin/firestore';
import { effectsAfter, commit, transact, type Tx, type Writer } from '../effects/transact.ts';
import { count } from '../store/data.ts';
import { env, type Env } from '../settings/env.ts';
import { quotaExceeded } from '../lib/errors.ts';

const limits = {
  projects: 'QUOTA_PROJECTS',
  tasks: 'QUOTA_TASKS',
  repositories: 'QUOTA_REPOSITORIES',
  containers: 'QUOTA_CONTAINERS',
  devices: 'QUOTA_DEVICES',
} as const satisfies Record<string, keyof Env>;
export type Quota = keyof typeof limits;

/** More calls than all instances of the API hold at the same time: at most ten, of at most 80 each. */
const AT_ONCE = 2_000;

/**
 * When this few things are left of a quota, a creation is counted again after it was written: as many as one user can be
 * creating at the same time. From the call to the commit it is less than two minutes, which touch three of those that
 * calls are limited by.
 */
const close = () => Math.min(AT_ONCE, 3 * env().RATE_LIMIT_USER);

/** Whether this many are so close to the user's quota that each creation counts exactly. */
export const isCloseToQuota = (quota: Quota, existing: number): boolean => existing >= env()[limits[quota]] - close();

/** Why the user's quota allows no more of these, for a person; null when it does. */
export async function whyNoMore<T, D extends DocumentData>(
  quota: Quota,
  existing: Query<T, D>,
): Promise<string | null> {
  const limit = env()[limits[quota]];
  return (await count(existing)) >= limit ? fullText(quota, limit) : null;
}

/**
 * Creates a thing if the user's quota allows. Several calls may create the last one at the same time: close to the limit
 * each counts again afterwards and takes back its own when there are too many, so that the quota holds without a
 * contended counter. `check` looks at what the thing refers to in the transaction that creates it, so that this cannot
 * be deleted meanwhile. `counted`: how many there are, where the caller knows, or had that counted meanwhile. The effects
 * follow once the thing is sure to stay. Throws `quota_exceeded`, and what `check` throws.
 */
export async function createWithinQuota<T, D extends DocumentData, Created>(
  quota: Quota,
  existing: Query<T, D>,
  {
    check,
    create,
    undo,
    counted = count(existing),
  }: {
    check?: ((tx: Tx) => Promise<void>) | undefined;
    create: (writer: Writer) => Created;
    undo: (writer: Writer, created: Created) => void;
    counted?: Promise<number> | undefined;
  },
): Promise<Created> {
  const limit = env()[limits[quota]];
  const before = await counted;
  if (before >= limit) throw full(quota, limit);
  return effectsAfter(async (effects) => {
    const created = check
      ? await transact((tx) => check(tx).then(() => create(tx)), { effects })
      : await commit(create, { effects });
    if (!isCloseToQuota(quota, before) || (await count(existing)) <= limit) return created;
    await commit((writer) => {
      effects.withdraw(writer);
      undo(writer, created);
    });
    throw full(quota, limit);
  });
}

const full = (quota: Quota, limit: number) => quotaExceeded(fullText(quota, limit));

const fullText = (quota: Quota, limit: number) =>
  `You have ${limit} ${quota}, the most an account may have. Delete some to continue.`;
