import { isRecord } from '../../lib/is-record.ts';
import { estimateTokens } from '../meter/admit-call.ts';
import type { ModelStyle } from '../model-style.ts';

/**
 * A model's own words in a reply, or in one event of it. A streamed response says the same up to three times: in
 * parts, item by item, and as a whole.
 */
interface Said {
  as: 'parts' | 'items' | 'whole';
  words: unknown;
}

const parts = (...words: unknown[]): Said => ({ as: 'parts', words });
/** The same fields of each entry; nothing where there are no entries. */
const ofEach = (entries: unknown, ...names: string[]) =>
  (Array.isArray(entries) ? entries : []).filter(isRecord).flatMap((entry) => names.map((name) => entry[name]));

/** Finds the model's words in what it sends; null for what is not in this style. */
const finders: Record<ModelStyle, (sent: Record<string, unknown>) => Said | null> = {
  chat: ({ choices }) => (Array.isArray(choices) ? parts(ofEach(choices, 'delta', 'message', 'text')) : null),
  responses({ type, delta, item, response, output }) {
    if (Array.isArray(output)) return { as: 'whole', words: output };
    if (typeof type !== 'string' || !type.startsWith('response.')) return null;
    if (type.endsWith('.delta')) return parts(delta);
    if (type === 'response.output_item.done') return { as: 'items', words: item };
    return { as: 'whole', words: isRecord(response) ? response.output : null };
  },
  messages({ type, delta, content_block: block, content }) {
    if (type === 'message') return parts(content);
    if (type === 'content_block_delta') return parts(delta);
    if (type === 'content_block_start') return parts(block);
    return typeof type === 'string' && /^(?:message_|content_block_|ping$)/.test(type) ? parts() : null;
  },
  gemini: ({ candidates, promptFeedback, usageMetadata }) =>
    (candidates ?? promptFeedback ?? usageMetadata) === undefined ? null : parts(ofEach(candidates, 'content')),
  other: () => null,
};

/** Fields beside the words, and what only the provider can read. */
const noWords = new Set(
  'type role id call_id index status annotations logprobs signature thoughtSignature encrypted_content'.split(' '),
);

/** How many bytes the words have, wherever they stand in it. */
function bytesOfWords(words: unknown): number {
  let bytes = 0;
  const open = [words];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') bytes += Buffer.byteLength(one);
    else if (typeof one === 'number') bytes += String(one).length;
    else if (Array.isArray(one)) for (const inner of one) open.push(inner);
    else if (isRecord(one)) for (const [name, inner] of Object.entries(one)) if (!noWords.has(name)) open.push(inner);
  }
  return bytes;
}

/** Counts the words of one reply, as tokens. */
export interface WordCount {
  /** Takes what was sent as one text, and what of it is JSON. */
  add(text: string, all: readonly Record<string, unknown>[]): void;
  /** Null before anything was read. */
  readonly tokens: number | null;
}

/**
 * Counts the words of a reply. What stands around them can be many times as long; where they are not known, all of it
 * counts.
 */
export function createWordCount(style: ModelStyle): WordCount {
  const sums = new Map<string, number>();
  const count = (as: string, bytes: number) => sums.set(as, (sums.get(as) ?? 0) + estimateTokens(bytes));
  return {
    add(text, all) {
      const said = all.map((one) => finders[style](one));
      if (said.length === 0 || said.includes(null)) count('unread', Buffer.byteLength(text));
      // An event with a word is a token at least.
      else for (const one of said) if (one !== null) count(one.as, bytesOfWords(one.words));
    },
    // What is said twice counts once.
    get tokens() {
      if (sums.size === 0) return null;
      const { unread = 0, ...read } = Object.fromEntries(sums);
      return unread + Math.max(0, ...Object.values(read));
    },
  };
}
