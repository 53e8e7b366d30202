/** A JSON value for reading; a text, such as the beginning of a value too long for a list, stays as it is. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * The same to be read: a text inside it that has several lines, such as the orders for another agent, goes on in a new
 * line behind each of its marks `\n`. Nothing else is added or left out.
 */
export function jsonLines(value: unknown): string {
  if (typeof value === 'string') return value;
  return jsonText(value).replace(/\\./g, (mark, at: number, all: string) =>
    mark === '\\n' && all[at + mark.length] !== '"' ? `${mark}\n` : mark,
  );
}
