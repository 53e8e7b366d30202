/** Entries of a list that are asked for separately, before the rest: more than a screen shows. */
export const FIRST_ENTRIES = 20;

/** The header that asks for a list's first entries. */
export const firstOf = (count: number) => ({ 'X-List-First': String(count) });
