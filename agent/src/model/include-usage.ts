import { isRecord } from '../lib/is-record.ts';

/**
 * A streamed chat completion reports its usage only if asked to: returns the request with that added and nothing else
 * changed, byte for byte. A request that is not streamed, or asks already, stays as it is.
 */
export function includeUsage(body: Buffer): Buffer {
  const asked = parse(body);
  if (!isRecord(asked) || asked.stream !== true) return body;
  const options = asked.stream_options;
  if (isRecord(options) && options.include_usage === true) return body;
  const wanted = JSON.stringify({ ...(isRecord(options) ? options : {}), include_usage: true });
  // One character per byte: what stands between the brackets, quotes and commas is kept without being understood.
  const text = body.toString('latin1');
  const place = placeOf(text, 'stream_options');
  if (place !== null) return spliced(body, place, wanted);
  const inside = text.indexOf('{') + 1;
  return spliced(body, { start: inside, end: inside }, `"stream_options":${wanted},`);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null; // the model says what is wrong with it
  }
}

interface Place {
  start: number;
  end: number;
}

function spliced(body: Buffer, { start, end }: Place, text: string): Buffer {
  return Buffer.concat([body.subarray(0, start), Buffer.from(text), body.subarray(end)]);
}

/** Where a member's value stands in a valid JSON object's text; the last one by that name counts, as in JSON.parse. */
function placeOf(text: string, name: string): Place | null {
  let found: Place | null = null;
  let depth = 0;
  let key: unknown = null;
  let start: number | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && start === null) key = JSON.parse(text.slice(at, end));
      at = end - 1;
    } else if (character === ':' && depth === 1) {
      start = at + 1;
    } else if ((character === ',' || character === '}') && depth === 1) {
      if (key === name && start !== null) found = { start, end: at };
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
