import * as z from 'zod';
import { parseAccess } from './access-list.ts';
import { parseAgents } from './agent-list.ts';
import { parseModels } from './model-table.ts';
import { parsePrices, type PriceTable } from './price-table.ts';

// How the values of settings are read: `env.ts` says which setting has which.

/** Blank counts as absent, as for addresses below: as a number it would be 0, and nobody could start anything. */
export const number = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((said) => (typeof said === 'string' && said.trim() === '' ? undefined : said), schema);

/** Whole seconds, 0 or more. */
export const seconds = (fallback: number) => number(z.coerce.number().int().min(0).default(fallback));
/** A whole number, 1 or more. */
export const atLeastOne = (fallback: number) => number(z.coerce.number().int().min(1).default(fallback));
/** A cap of one day (UTC); hours may be fractions. */
export const perDay = (fallback: number) => number(z.coerce.number().min(0).default(fallback));

/** Key id → 32 bytes in base64; the first key encrypts, all of them decrypt (key rotation). */
export const secretsKeys = z.string().transform((text, context): ReadonlyMap<string, Buffer> => {
  const keys = readKeys(text);
  if (keys) return keys;
  context.addIssue('must be a JSON object of key id → 32 bytes in base64');
  return z.NEVER;
});

/** Keys of at least `least` characters, one per line: the first signs, all of them are accepted (key rotation). */
export const keys = (least: number) =>
  z.string().transform((text, context): [string, ...string[]] => {
    const [first = '', ...others] = text.split(/\n(?=[^\n])/);
    if ([first, ...others].some((key) => key.length < least)) {
      context.addIssue(`must have at least ${least} characters`);
      return z.NEVER;
    }
    return [first, ...others];
  });

/** Private keys, one per line, newest first; none if left empty. */
export const privateKeys = <Key>(parse: (text: string) => Key[] | null, words: string) =>
  z.string().transform((text, context): Key[] => {
    const found = text.trim() === '' ? [] : parse(text);
    if (found) return found;
    context.addIssue(`must be private keys ${words}, one a line`);
    return z.NEVER;
  });

/** What `parse` makes of a text; where it throws, the problem is `words` and what it says. */
const parsedBy = <Value>(parse: (text: string) => Value, words = '') =>
  z.string().transform((text, context): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(words + (error instanceof Error ? error.message : String(error)));
      return z.NEVER;
    }
  });

export const accessList = parsedBy(parseAccess, 'names what cannot be admitted: ');
export const agents = parsedBy(parseAgents);
export const models = parsedBy(parseModels);

/** Dollars for a million tokens, by model. */
export const prices = z.string().transform((text, context): PriceTable => {
  const table = parsePrices(text);
  if (table) return table;
  context.addIssue('must be a JSON object of model → {"input", "output", "cached"} in dollars for a million tokens');
  return z.NEVER;
});

/** Empty counts as absent: a line of a .env file may be left blank. */
export const optionalUrl = z
  .union([z.literal(''), z.url()], 'must be an address')
  .transform((url) => url.replace(/\/+$/, '') || undefined)
  .optional();

function readKeys(text: string): ReadonlyMap<string, Buffer> | null {
  try {
    const object = z.record(z.string().min(1), z.string()).parse(JSON.parse(text));
    const keys = new Map(Object.entries(object).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
    return keys.size > 0 && [...keys.values()].every((key) => key.length === 32) ? keys : null;
  } catch {
    return null;
  }
}
