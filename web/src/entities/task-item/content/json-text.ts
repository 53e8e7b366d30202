/** A JSON value for reading; a text, such as the beginning of a value too long for a list, stays as it is. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
