import * as z from 'zod/mini';

/** An id minted by us: a nanoid. Anything else cannot exist, so a path with it is a 404. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid id'));

/** ISO 8601 in UTC, as every time travels in JSON. */
export const timestamp = z.string().check(z.minLength(20), z.maxLength(40));

const wellFormed = z.refine<string>(isWellFormed, 'Contains characters that are not valid text');

/** A required line of text: trimmed, 1 to `max` characters. `label` names it in the message. */
export const line = (label: string, max: number) =>
  z.string().check(
    wellFormed,
    z.trim(),
    z.minLength(1, { error: `${label} is required`, abort: true }),
    z.maxLength(max, `${label} is too long: ${max} characters at most`),
    z.refine((value: string) => !hasControlCharacters(value), `${label} contains control characters`),
  );

/** Text of any number of lines, kept as typed, up to `max` characters. */
export const text = (label: string, max: number) =>
  z.string().check(wellFormed, z.maxLength(max, `${label} is too long: ${max} characters at most`));

/** A list's optional page: without a limit the whole list is answered (design §4). */
export const pageQuery = {
  limit: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
};

/** Lone surrogates cannot be stored as UTF-8. Not String.isWellFormed: Safari learned it in 2023. */
function isWellFormed(value: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);
}

function hasControlCharacters(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
