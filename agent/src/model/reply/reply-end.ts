import { isRecord } from '../../lib/is-record.ts';
import type { ModelStyle } from '../model-style.ts';

/**
 * How a model's reply ended: the model had said what it wanted to; it was cut off; it has nothing in it; its provider
 * keeps it back.
 */
export type ReplyEnd = 'finished' | 'cut' | 'empty' | 'refused';

/** Reads from a reply, or from the events of one, how it ended. */
export interface EndReader {
  /** Takes what was sent as one text, as far as it is JSON. */
  add(all: readonly Record<string, unknown>[]): void;
  /** How it ended, when nothing more comes; null if the reply does not say. */
  end(known: Known): ReplyEnd | null;
  /** Whether any words or calls of the model have come. */
  readonly speaks: boolean;
}

interface Known {
  /** Some of the reply was too long to be read. */
  isPartial: boolean;
  /** The reply has said that it is over, if only by a mark. */
  isComplete: boolean;
}

/** What one event says about the end, in its provider's word, and whether it has any words or calls of the model. */
interface Said {
  reason: unknown;
  speaks: boolean;
  /** In words of their own, apart from others: agents need not show them. */
  refuses?: boolean;
}

type Sent = Record<string, unknown>;

const recordsIn = (value: unknown): Sent[] => (Array.isArray(value) ? value : [value]).filter(isRecord);
const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
/** Text, or parts of which one has text. */
const hasText = (value: unknown): boolean => isText(value) || recordsIn(value).some(({ text }) => isText(text));
const hasRefusal = (value: unknown): boolean => recordsIn(value).some(({ refusal }) => isText(refusal));
const isCall = (type: unknown) => typeof type === 'string' && /_(?:call|use)$/.test(type);

/** What a model only thinks is neither a word nor a call: agents show it, and do nothing with it. */
const readers: Record<ModelStyle, ((sent: Sent) => Said) | null> = {
  chat({ choices }) {
    const all = recordsIn(choices);
    const said = all.flatMap(({ delta, message }) => recordsIn(delta ?? message));
    const speaks = said.some(
      ({ content, tool_calls: calls, function_call: call }) =>
        hasText(content) || recordsIn(calls).length > 0 || isRecord(call),
    );
    const reason = all.map(({ finish_reason: one }) => one).findLast(isText);
    return { reason, speaks: speaks || all.some(({ text }) => isText(text)), refuses: hasRefusal(said) };
  },
  responses({ type, delta, item, response, ...body }) {
    const whole = isRecord(response) ? response : body;
    const items = [...recordsIn(item), ...recordsIn(whole.output)];
    const said = items.some((one) => isCall(one.type) || (one.type === 'message' && hasText(one.content)));
    const details = isRecord(whole.incomplete_details) ? whole.incomplete_details.reason : undefined;
    // A body that is no stream says it as its status; the events before the last have one, too.
    const ended = typeof type === 'string' ? /^response\.(completed|incomplete|failed)$/.exec(type)?.[1] : whole.status;
    return {
      reason: details ?? ended,
      speaks: said || (type === 'response.output_text.delta' && isText(delta)),
      refuses: items.some(({ content: parts }) => hasRefusal(parts)),
    };
  },
  messages({ type, delta, content_block: block, content, ...message }) {
    const said = [...recordsIn(block), ...(type === 'message' ? recordsIn(content) : [])];
    const isSaid = said.some((one) => isCall(one.type) || (one.type === 'text' && isText(one.text)));
    const { type: what, text, stop_reason: reason } = isRecord(delta) ? delta : message;
    return { reason, speaks: isSaid || (what === 'text_delta' && isText(text)) };
  },
  gemini({ candidates, promptFeedback }) {
    const all = recordsIn(candidates);
    const parts = all.flatMap(({ content }) => (isRecord(content) ? recordsIn(content.parts) : []));
    const speaks = parts.some(
      ({ thought, text, functionCall: call }) => isRecord(call) || (thought !== true && isText(text)),
    );
    // Why the request itself was blocked: there is no reply then.
    const isBlocked = isRecord(promptFeedback) && isText(promptFeedback.blockReason);
    return { reason: isBlocked ? 'refusal' : all.map(({ finishReason }) => finishReason).findLast(isText), speaks };
  },
  other: null,
};

/**
 * Words for an end that the model did not choose: of OpenAI, Anthropic (`pause_turn`: something is still to come),
 * DeepSeek (`insufficient_system_resource`), Mistral (`model_length`), OpenRouter (`error`), vLLM (`abort`), Google
 * (`MALFORMED_FUNCTION_CALL`, which its other endpoint puts into a sentence); and for a filter, of GLM (`sensitive`).
 */
const CUT =
  /length|max_(?:output_)?tokens|exceeded|incomplete|fail|error|insufficient|malformed|unexpected|pause|abort|cancel/i;
const REFUSED = /filter|refusal|safety|recitation|blocklist|prohibited|spii|language|sensitive/i;

function endBy(reason: string, style: ModelStyle): ReplyEnd {
  if (CUT.test(reason)) return 'cut';
  if (REFUSED.test(reason)) return 'refused';
  // Google's list of reasons grows, and has one for a reply that is complete. Elsewhere endpoints have words of their
  // own for that: taken for a cut, each of their replies would be one.
  return style === 'gemini' && reason !== 'STOP' ? 'cut' : 'finished';
}

/** A reader of one reply. */
export function createEndReader(style: ModelStyle): EndReader {
  const read = readers[style];
  let reason: string | null = null;
  let speaks = false;
  let refuses = false;
  return {
    get speaks() {
      return speaks || refuses || read === null;
    },
    add(all) {
      for (const said of all.map((one) => read?.(one))) {
        if (isText(said?.reason)) reason = String(said?.reason);
        speaks ||= said?.speaks === true;
        refuses ||= said?.refuses === true;
      }
    },
    end({ isPartial, isComplete }) {
      if (read === null) return null;
      if (reason === null && isPartial) return null;
      // A reply without a word about its end has broken off.
      const ended = reason === null ? (isComplete ? 'finished' : 'cut') : endBy(reason, style);
      if (ended !== 'finished' || speaks || isPartial) return ended;
      return refuses ? 'refused' : 'empty';
    },
  };
}
