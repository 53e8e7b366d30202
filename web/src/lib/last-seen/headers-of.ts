/** How many entries of a list are kept. */
export const KEPT_ENTRIES = 200;
const TEXT_LIMIT = 300;
/** Fields that hold what an agent wants to do. They are never stored: a decision needs bytes fetched in this session. */
const BODIES = new Set(['content', 'toolParameters', 'toolResponse', 'chatResponse', 'fileContent']);

/**
 * A copy that may be kept in the browser: lists of 200 entries at most, long texts truncated, bodies left out and
 * `truncated` set if there were any.
 */
export function headersOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT_LIMIT ? `${value.slice(0, TEXT_LIMIT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, KEPT_ENTRIES).map(headersOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (BODIES.has(name)) return [name, null];
      if (name === 'truncated') return [name, true];
      return [name, headersOf(field)];
    }),
  );
}
