import * as z from 'zod/mini';

/** An id that we minted: a nanoid. Firestore reserves `__…__` for itself, so such an id cannot exist either. */
export const id = z.string().check(z.regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/, 'Invalid id'));

/** ISO 8601 in UTC, as all times in JSON are. */
export const timestamp = z.string().check(z.minLength(20), z.maxLength(40));

const wellFormed = z.refine<string>(isWellFormed, 'Contains characters that are not valid text');

/** A required line of text: trimmed, 1 to `max` characters, one of them visible. `label` is its name in messages. */
export const line = (label: string, max: number) =>
  z.string().check(
    wellFormed,
    z.trim(),
    z.minLength(1, { error: `${label} is required`, abort: true }),
    visible(label),
    z.maxLength(max, `${label} is too long: ${max} characters at most`),
    z.refine((value: string) => !controlCharacters.test(value), `${label} contains control characters`),
  );

/** Text of any number of lines, kept as typed, up to `max` characters. */
export const text = (label: string, max: number) =>
  z.string().check(wellFormed, z.maxLength(max, `${label} is too long: ${max} characters at most`));

/** Like `text`, with at least one visible character. */
export const requiredText = (label: string, max: number) =>
  text(label, max).check(z.minLength(1, { error: `${label} is required`, abort: true }), visible(label));

/** Digits only: `Number` would also accept 0x10, 1e3, blanks and lists. */
const digits = z.transform((value: string | number) => (isDigits(value) ? Number(value) : Number.NaN));

/** A number in a query, from 1 to `max`. */
export const wholeNumber = (max: number, message: string) =>
  z.pipe(digits, z.int(message).check(z.gte(1, message), z.lte(max, message)));

const LIMIT_MAX = 1_000;
const limitMessage = `Limit is a whole number from 1 to ${LIMIT_MAX}, in digits`;

/** Optional paging of a list: without a limit, the reply holds as much as one reply may. */
export const pageQuery = {
  limit: z.optional(wholeNumber(LIMIT_MAX, limitMessage)),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
};
/** The query of a list that takes nothing else. */
export const onlyPage = z.strictObject(pageQuery);

/** Lone surrogates cannot be stored as UTF-8. Not String.isWellFormed: Safari has had it only since 2023. */
function isWellFormed(value: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);
}

const isDigits = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,4}$/.test(String(value));

/** Characters that end a line or steer a terminal. Joiners are allowed: some languages and emoji need them. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A character that can be seen. Excluded: blanks, control and format characters (zero-width, bidi marks), fillers, and
 * two symbols that are drawn as nothing, the empty Braille pattern and the empty note head.
 */
const visibleCharacter = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

function visible(label: string) {
  return z.refine<string>((value) => visibleCharacter.test(value), { error: `${label} is required`, abort: true });
}

/** The address that a text is by itself, or null. Not URL.canParse: Safari has had it only since 2023. */
export function toUrl(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

/** A value that a runner mints for one call, so that it can repeat that call. */
export const nonce = text('Nonce', 200).check(z.minLength(16));

/** A deployment's name for one of its models. */
export const modelName = line('Model', 200);
