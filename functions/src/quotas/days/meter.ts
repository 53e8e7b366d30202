import { Timestamp } from 'firebase-admin/firestore';
import type { ModelUsage } from '@countersign/contract/agent';
import type { Tx, Writer } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { env } from '../../settings/env.ts';
import { longestContext } from '../../settings/models.ts';
import { byDays, dayOf } from './day.ts';
import { addToDay, usageOfUser } from './usage-days.ts';

/** The usage fields of a container for a new execution. */
export const nothingCounted = {
  startCountedOn: null,
  meteredUntil: null,
  countedTokens: { inputTokens: 0, outputTokens: 0 },
  countedModels: [],
  capMessage: null,
} satisfies Partial<ContainerDocument>;

/**
 * Counts the time that a container's execution has run since the last count, on the days in which it passed. `since` is
 * when it began to run. Returns the fields to write to the container in the same transaction, so that no time is
 * counted twice.
 */
export function meterTime(
  writer: Writer,
  { userId, meteredUntil, ranMs }: ContainerDocument,
  since: Timestamp | null,
  until: Timestamp,
): Partial<Pick<ContainerDocument, 'meteredUntil' | 'ranMs'>> {
  const from = meteredUntil ?? since;
  if (from === null || from.toMillis() >= until.toMillis()) return {};
  for (const { day, ms } of byDays(from, until)) addToDay(writer, userId, day, { runMs: ms });
  return { meteredUntil: until, ranMs: ranMs === null ? null : ranMs + until.toMillis() - from.toMillis() };
}

/** Tokens that an execution has used since its last report, and what its user had used before on that day. */
interface NewTokens {
  inputTokens: number;
  outputTokens: number;
  day: string;
  usedBefore: number;
}

/**
 * What is new in a report of an execution's tokens; null for nothing. It reports totals, so a repeated, late or missing
 * report makes no difference. Reads the day in the transaction near the cap only.
 */
export async function readNewTokens(
  tx: Pick<Tx, 'read'>,
  { userId, countedTokens }: ContainerDocument,
  told: ModelUsage | undefined,
): Promise<NewTokens | null> {
  if (!told) return null;
  const inputTokens = Math.max(0, told.inputTokens - countedTokens.inputTokens);
  const outputTokens = Math.max(0, told.outputTokens - countedTokens.outputTokens);
  if (inputTokens + outputTokens === 0) return null;
  const day = dayOf(Timestamp.now());
  const { tokens } = await usageOfUser(userId, day);
  // Containers of one user report all the time: where each read this in its transaction, they would wait for each other.
  const usedBefore = isFarFromCap(tokens, inputTokens + outputTokens)
    ? tokens
    : (await usageOfUser(userId, day, tx)).tokens;
  return { inputTokens, outputTokens, day, usedBefore };
}

/**
 * Whether tokens that are added to those of a user's day stay below the cap whatever others add at this moment: each
 * container that may run adds at most one report like this before it reads the sum again. Then all of it counts for the
 * deployment, too.
 */
function isFarFromCap(used: number, added: number): boolean {
  const { TOKENS_PER_USER_DAY, RUNNING_PER_USER } = env();
  return added <= longestContext() && used + RUNNING_PER_USER * longestContext() <= TOKENS_PER_USER_DAY;
}

/**
 * Counts the tokens that a container's execution has used since its last report. Returns the fields to write to the
 * container in the same transaction.
 */
export function meterTokens(
  writer: Writer,
  { userId, countedTokens }: ContainerDocument,
  told: NewTokens | null,
): Partial<Pick<ContainerDocument, 'countedTokens'>> {
  if (!told) return {};
  const { inputTokens, outputTokens, day, usedBefore } = told;
  const ofAll = countForAll(usedBefore + inputTokens + outputTokens) - countForAll(usedBefore);
  const inputOfAll = Math.min(inputTokens, ofAll);
  const forAll = { inputTokens: inputOfAll, outputTokens: ofAll - inputOfAll };
  addToDay(writer, userId, day, { inputTokens, outputTokens }, forAll);
  return {
    countedTokens: {
      inputTokens: countedTokens.inputTokens + inputTokens,
      outputTokens: countedTokens.outputTokens + outputTokens,
    },
  };
}

/**
 * How much of what one user has used in a day counts as used by all: up to the user's cap, and one request beyond it,
 * which may have been under way when the cap was reached. What a runner reports is not proven: one that is compromised
 * must not use up the day of everybody else.
 */
function countForAll(tokens: number): number {
  return Math.min(tokens, env().TOKENS_PER_USER_DAY + longestContext());
}
