import { randomInt } from 'node:crypto';
import { FieldValue } from 'firebase-admin/firestore';
import type { Tx, Writer } from '../../effects/transact.ts';
import { read, readAll } from '../../store/data.ts';
import type { UsageDayDocument } from '../../documents/usage-day.ts';
import { usageDays } from '../../store/firestore.ts';

/** The usage of one day. */
export interface Usage {
  starts: number;
  /** Milliseconds that containers ran. */
  runMs: number;
  /** Tokens of the models, input and output. */
  tokens: number;
}

type Amounts = Partial<Pick<UsageDayDocument, 'starts' | 'runMs' | 'inputTokens' | 'outputTokens'>>;

/** The usage of all users is spread over this many documents, chosen at random: a single one would be contended. */
const PARTS = 10;
/** Milliseconds for which an instance remembers their sum. */
const REMEMBERED_MS = 5_000;

/** Where it is kept what a user has used on a day (UTC, `2026-11-21`). */
export const userDay = (userId: string, day: string) => usageDays().doc(`${day}-user-${userId}`);
const partOfDay = (part: number, day: string) => usageDays().doc(`${day}-deployment-${part}`);

/**
 * Adds to what a user, and all users together, have used on a day (negative: takes it back); to the latter `forAll`, if
 * that is not the same. Reads nothing.
 */
export function addToDay(writer: Writer, userId: string, day: string, amounts: Amounts, forAll = amounts): void {
  writer.add(userDay(userId, day), { userId, day, ...incrementsOf(amounts) });
  writer.add(partOfDay(randomInt(PARTS), day), { userId: null, day, ...incrementsOf(forAll) });
}

/** Amounts as increments, to be written without reading. */
export function incrementsOf(amounts: Amounts) {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, FieldValue.increment(amount)]));
}

/** What a user has used on a day, what other accounts of the same address have used included. */
export async function usageOfUser(userId: string, day: string, from: Pick<Tx, 'read'> = { read }): Promise<Usage> {
  return sum([await from.read(userDay(userId, day))]);
}

let remembered: { day: string; at: number; usage: Usage } | null = null;

/** What all users together have used on a day, at most a few seconds out of date. */
export async function usageOfAll(day: string): Promise<Usage> {
  const isFresh = remembered?.day === day && Math.abs(Date.now() - remembered.at) < REMEMBERED_MS;
  return remembered && isFresh ? remembered.usage : usageOfAllNow(day);
}

/** What all users together have used on a day, up to date. */
export async function usageOfAllNow(day: string): Promise<Usage> {
  const usage = sum(await readAll(Array.from({ length: PARTS }, (_, part) => partOfDay(part, day))));
  remembered = { day, at: Date.now(), usage };
  return usage;
}

/** The usage of several documents together; one that does not exist has used nothing. */
export function sum(documents: (UsageDayDocument | undefined)[]): Usage {
  const usage: Usage = { starts: 0, runMs: 0, tokens: 0 };
  for (const document of documents) {
    if (!document) continue;
    const { others } = document;
    usage.starts += document.starts + (others?.starts ?? 0);
    usage.runMs += document.runMs + (others?.runMs ?? 0);
    usage.tokens += document.inputTokens + document.outputTokens + (others?.tokens ?? 0);
  }
  return usage;
}
