import { Timestamp } from 'firebase-admin/firestore';
import type { ModelUsage } from '@countersign/contract/agent';
import type { Writer } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { byDays, dayOf } from './day.ts';
import { addToDay } from './usage-days.ts';

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

/**
 * Counts the tokens that a container's execution has used since its last report. It reports totals, so a repeated, late
 * or missing report makes no difference. Returns the fields to write to the container in the same transaction.
 */
export function meterTokens(
  writer: Writer,
  { userId, countedTokens }: ContainerDocument,
  told: ModelUsage | undefined,
): Partial<Pick<ContainerDocument, 'countedTokens'>> {
  if (!told) return {};
  const inputTokens = Math.max(0, told.inputTokens - countedTokens.inputTokens);
  const outputTokens = Math.max(0, told.outputTokens - countedTokens.outputTokens);
  if (inputTokens + outputTokens === 0) return {};
  addToDay(writer, userId, dayOf(Timestamp.now()), { inputTokens, outputTokens });
  return {
    countedTokens: {
      inputTokens: countedTokens.inputTokens + inputTokens,
      outputTokens: countedTokens.outputTokens + outputTokens,
    },
  };
}
