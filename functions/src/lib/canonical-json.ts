/**
 * Canonical JSON: object keys sorted, no blanks, undefined members left out. The same value gives the same bytes,
 * whoever wrote it; lone surrogates come out escaped, so that the text can be stored as UTF-8.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) result[key] = sorted(member);
  return result;
}
