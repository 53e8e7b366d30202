import { isRecord } from '../../lib/is-record.ts';
import { createWordCount } from './count-words.ts';
import type { ModelStyle } from '../model-style.ts';
import type { ModelFailure } from '../trouble/model-trouble.ts';
import { beginsIn } from './reply-begin.ts';
import { createReplyReader } from './read-reply.ts';
import { failureIn } from './reply-error.ts';
import { createEndReader, type ReplyEnd } from './reply-end.ts';

/** What one reply has used, as far as it says; null for what it does not say. */
export interface ToldUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  /** The part of the input that the provider read from its cache; 0 if it does not say. */
  cachedTokens: number;
}

/** Reads from a passing reply what it used, and how it ended. */
export interface TokenCounter {
  take(bytes: Uint8Array): void;
  /** The reply has ended, though its connection may still be open: agents go on from there. */
  readonly isComplete: boolean;
  /** What the reply said. `isWhole`: it ended by itself, so nothing more is to come. */
  told(isWhole: boolean): ToldUsage;
  /** Output tokens by the words in what has been taken; null where that could not be read. */
  estimate(): number | null;
  /** How the reply ended, once `told` was called; null if the reply does not say. */
  ended(): ReplyEnd | null;
  /** The failure that the reply reports; null for none. */
  readonly failure: ModelFailure | null;
  /** Whether anything of an answer has come, if only a thought: that it is about to come is none, nor is a failure. */
  readonly hasBegun: boolean;
  /** Whether a word or a call was in it, as far as it could be read. */
  readonly speaks: boolean;
}

/** How replies of one style say what they used. */
interface Form {
  /** Where the usage stands in a reply, or in one event of a stream. */
  find(said: Record<string, unknown>): unknown;
  /** Fields that add up to it. Each is the sum so far: the last value counts. */
  input: readonly string[];
  output: readonly string[];
  /** Where it says how much of the input came from the cache. */
  cached(usage: Record<string, unknown>): unknown;
  /** Whether a reply may end without output tokens, which then means none. */
  isOutputOptional: boolean;
}

const chat: Form = {
  find: ({ usage }) => usage,
  input: ['prompt_tokens'],
  output: ['completion_tokens'],
  cached: ({ prompt_tokens_details: details }) => (isRecord(details) ? details.cached_tokens : undefined),
  isOutputOptional: false,
};

const lastResponses: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);
const responses: Form = {
  find: ({ type, response, usage }) => (lastResponses.has(type) && isRecord(response) ? response.usage : usage),
  input: ['input_tokens'],
  output: ['output_tokens'],
  cached: ({ input_tokens_details: details }) => (isRecord(details) ? details.cached_tokens : undefined),
  isOutputOptional: false,
};

const messages: Form = {
  find({ type, message, usage }) {
    if (type !== 'message_start') return usage;
    // At its start the output is a guess; later events give the real number.
    const { output_tokens: _guess, ...known } = isRecord(message) && isRecord(message.usage) ? message.usage : {};
    return known;
  },
  // What is read from the cache, or written to it, is not part of `input_tokens`.
  input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
  output: ['output_tokens'],
  cached: ({ cache_read_input_tokens: cached }) => cached,
  isOutputOptional: false,
};

const gemini: Form = {
  find: ({ usageMetadata }) => usageMetadata,
  input: ['promptTokenCount', 'toolUsePromptTokenCount'],
  output: ['candidatesTokenCount', 'thoughtsTokenCount'],
  cached: ({ cachedContentTokenCount: cached }) => cached,
  isOutputOptional: true,
};

/** Replies with embeddings or the like give their input tokens in one of these forms. */
const others = [chat, messages, gemini].map((form) => ({ ...form, isOutputOptional: true }));
const formsOf: Record<ModelStyle, readonly Form[]> = {
  chat: [chat],
  responses: [responses],
  messages: [messages],
  gemini: [gemini],
  other: others,
};

const lastEvents: ReadonlySet<unknown> = new Set([...lastResponses, 'message_stop']);
const LAST_CHAT_EVENT = '[DONE]';
/** The name under which tokens from a cache are kept; no provider has a field of this name. */
const CACHED = 'from cache';
/** More than any model can take or give in one reply: a larger number is not believed. */
const MOST_TOKENS = 1_000_000_000;

/** Counts one reply. What cannot be read, or is no usage, is skipped. */
export function createTokenCounter(style: ModelStyle): TokenCounter {
  const forms = formsOf[style].map((form) => ({ ...form, told: new Map<string, number>() }));
  let isComplete = false;
  let failure: ModelFailure | null = null;
  let hasBegun = false;
  const words = createWordCount(style);
  const ending = createEndReader(style);
  const reader = createReplyReader((text) => {
    if (text.trim() === LAST_CHAT_EVENT) {
      isComplete = true;
      return;
    }
    const all = [parse(text)].flat().filter(isRecord);
    const failures = all.map(failureIn);
    failure ??= failures.find((one) => one !== null) ?? null;
    const before = words.tokens ?? 0;
    words.add(text, all);
    hasBegun ||= failures.includes(null) && ((words.tokens ?? 0) > before || all.some(beginsIn[style]));
    ending.add(all);
    for (const said of all) {
      for (const form of forms) learn(form, said);
      if (lastEvents.has(said.type)) isComplete = true;
    }
  });
  return {
    take: (bytes) => reader.take(bytes),
    get isComplete() {
      return isComplete;
    },
    told(isWhole) {
      reader.end();
      for (const { input, output, told, isOutputOptional } of forms) {
        const inputTokens = sumOf(input, told);
        if (inputTokens === null) continue;
        const outputTokens = sumOf(output, told) ?? (isWhole && isOutputOptional ? 0 : null);
        return { inputTokens, outputTokens, cachedTokens: Math.min(told.get(CACHED) ?? 0, inputTokens) };
      }
      return { inputTokens: null, outputTokens: null, cachedTokens: 0 };
    },
    get failure() {
      return failure;
    },
    get hasBegun() {
      return hasBegun || reader.hasLeftOut;
    },
    estimate: () => (reader.hasLeftOut ? null : words.tokens),
    get speaks() {
      return ending.speaks || reader.hasLeftOut;
    },
    // An error is no end, whatever mark comes after it.
    ended: () => (failure === null ? ending.end({ isPartial: reader.hasLeftOut, isComplete }) : 'cut'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function learn(
  { find, input, output, cached, told }: Form & { told: Map<string, number> },
  said: Record<string, unknown>,
) {
  const usage = find(said);
  if (!isRecord(usage)) return;
  const numbers = [...input, ...output].map((name): [string, unknown] => [name, usage[name]]);
  for (const [name, value] of [...numbers, [CACHED, cached(usage)] as const]) {
    if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS)
      told.set(name, Number(value));
  }
}

/** Null if none of the fields was given. */
function sumOf(names: readonly string[], told: ReadonlyMap<string, number>): number | null {
  const values = names.flatMap((name) => told.get(name) ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
