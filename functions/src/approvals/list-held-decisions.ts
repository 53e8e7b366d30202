import type { HeldDecision } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { iso } from '../documents/time.ts';
import { list } from '../store/data.ts';
import { heldItems } from '../store/queries.ts';

/** More than one person can decide in the longest hold. */
const MOST = 100;

/** The owner's decisions that may still be undone, those whose hold ends first at the front. */
export async function listHeldDecisions(userId: string): Promise<HeldDecision[]> {
  const held = await list(heldItems(userId, Timestamp.now()).limit(MOST));
  return held.flatMap(({ id, taskId, title, isApproved, releaseAt }) =>
    isApproved === null || releaseAt === null
      ? []
      : [{ id, taskId, title, isApproved, releaseAt: iso(releaseAt), leftMs: releaseAt.toMillis() - Date.now() }],
  );
}
