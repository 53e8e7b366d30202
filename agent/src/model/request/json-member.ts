/** A part of a text, or of the bytes it came in. */
interface Place {
  start: number;
  end: number;
}

/** What a request's body says; null where it is no JSON: the model says what is wrong with it. */
export function parsedBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** The body with one part replaced, and everything else as it was, byte for byte. */
export function spliced(body: Buffer, { start, end }: Place, text: string): Buffer {
  return Buffer.concat([body.subarray(0, start), Buffer.from(text), body.subarray(end)]);
}

/** Where a member of a valid JSON object stands; the last one by that name counts, as in JSON.parse. */
export function memberOf(body: Buffer, name: string): { key: Place; value: Place } | null {
  // One character per byte: what stands between the brackets, quotes and commas is kept without being understood.
  const text = body.toString('latin1');
  let found: { key: Place; value: Place } | null = null;
  let depth = 0;
  let key: Place = { start: 0, end: 0 };
  let start: number | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && start === null) key = { start: at, end };
      at = end - 1;
    } else if (character === ':' && depth === 1) {
      start = at + 1;
    } else if ((character === ',' || character === '}') && depth === 1) {
      if (start !== null && JSON.parse(text.slice(key.start, key.end)) === name)
        found = { key, value: { start, end: at } };
      start = null;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
  }
  return found;
}

/** The position after the closing quote. */
function endOfString(text: string, opening: number): number {
  let at = opening + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
