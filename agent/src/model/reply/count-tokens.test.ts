import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenCounter, type ToldUsage } from './count-tokens.ts';
import type { ModelStyle } from '../model-style.ts';
import { createReplyReader } from './read-reply.ts';

const events = (...said: unknown[]) => said.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
/** With event names, as OpenAI and Anthropic send them. */
const named = (...said: { type: string }[]) => said.map((one) => `event: ${one.type}\n${events(one)}`).join('');

const chatChunk = (content: string, usage: unknown = null) => ({ choices: [{ index: 0, delta: { content } }], usage });
const chatUsage = { prompt_tokens: 1_200, completion_tokens: 34, prompt_tokens_details: { cached_tokens: 1_000 } };
const responsesUsage = { input_tokens: 700, output_tokens: 80, input_tokens_details: { cached_tokens: 600 } };
const cacheUsage = { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3_000 };
const geminiUsage = {
  promptTokenCount: 500,
  toolUsePromptTokenCount: 7,
  candidatesTokenCount: 40,
  thoughtsTokenCount: 60,
  cachedContentTokenCount: 400,
};
const candidates = [{ content: { parts: [{ text: 'Grüße 🎉 "usageMetadata": {"promptTokenCount": 9}' }] } }];
const started = { type: 'message_start', message: { usage: { ...cacheUsage, output_tokens: 1 } } };
const delta = { type: 'content_block_delta', delta: { text: 'Grüße 🎉 {"usage": {"output_tokens": 5}}' } };
const created = { type: 'response.created', response: { id: 'r', usage: null } };

const used = (inputTokens: number | null, outputTokens: number | null, cachedTokens = 0): ToldUsage => ({
  inputTokens,
  outputTokens,
  cachedTokens,
});
interface Reply {
  style: ModelStyle;
  text: string;
  told: ToldUsage;
}

const replies: Record<string, Reply> = {
  'a chat completion': {
    style: 'chat',
    text: JSON.stringify({ choices: [{ message: { content: 'Grüße 🎉' } }], usage: chatUsage }, null, 2),
    told: used(1_200, 34, 1_000),
  },
  'a streamed chat completion': {
    style: 'chat',
    text: `${events(chatChunk('Grüße 🎉'), chatChunk('"usage": {'), { choices: [], usage: chatUsage })}data: [DONE]\n\n`,
    told: used(1_200, 34, 1_000),
  },
  'a chat completion that tells its sums with every event': {
    style: 'chat',
    text: `: keep-alive\r\n\r\n${events(chatChunk('a', { prompt_tokens: 5, completion_tokens: 1 }), chatChunk('b', chatUsage))}`,
    told: used(1_200, 34, 1_000),
  },
  'a response': {
    style: 'responses',
    text: JSON.stringify({ object: 'response', output: [{ text: 'Grüße 🎉' }], usage: responsesUsage }),
    told: used(700, 80, 600),
  },
  ...Object.fromEntries(
    ['completed', 'incomplete', 'failed'].map((how): [string, Reply] => [
      `a streamed response that is ${how}`,
      {
        style: 'responses',
        text: named(created, { type: 'response.output_text.delta' }, {
          type: `response.${how}`,
          response: { output: [{ text: 'Grüße 🎉' }], usage: responsesUsage },
        } as { type: string }),
        told: used(700, 80, 600),
      },
    ]),
  ),
  'a message': {
    style: 'messages',
    text: JSON.stringify({ type: 'message', content: [], usage: { ...cacheUsage, output_tokens: 77 } }),
    told: used(3_210, 77, 3_000),
  },
  'a streamed message': {
    style: 'messages',
    text: named(
      started,
      { type: 'ping' },
      delta,
      { type: 'message_delta', usage: { output_tokens: 20 } } as { type: string },
      { type: 'message_delta', usage: { output_tokens: 77 } } as { type: string },
      { type: 'message_stop' },
    ),
    told: used(3_210, 77, 3_000),
  },
  'a streamed message that tells its input once more at the end': {
    style: 'messages',
    text: named(
      started,
      { type: 'message_delta', usage: { ...cacheUsage, input_tokens: 11, output_tokens: 77 } } as { type: string },
      { type: 'message_stop' },
    ),
    told: used(3_211, 77, 3_000),
  },
  'generated content': {
    style: 'gemini',
    text: JSON.stringify({ candidates, usageMetadata: geminiUsage }),
    told: used(507, 100, 400),
  },
  'generated content, streamed as events': {
    style: 'gemini',
    text: events(
      { candidates, usageMetadata: { promptTokenCount: 500, thoughtsTokenCount: 30 } },
      { candidates, usageMetadata: geminiUsage },
    ).replaceAll('\n', '\r\n'),
    told: used(507, 100, 400),
  },
  'generated content, streamed as an array': {
    style: 'gemini',
    text: `[${JSON.stringify({ candidates, usageMetadata: { promptTokenCount: 500 } })}\n,\r\n${JSON.stringify({ candidates, usageMetadata: geminiUsage })}]\n`,
    told: used(507, 100, 400),
  },
  'a blocked prompt': {
    style: 'gemini',
    text: events({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 12 } }),
    told: used(12, 0),
  },
  embeddings: {
    style: 'other',
    text: JSON.stringify({
      object: 'list',
      data: [{ embedding: [0.1] }],
      usage: { prompt_tokens: 8, total_tokens: 8 },
    }),
    told: used(8, 0),
  },
  'a message by an unknown way': {
    style: 'other',
    text: JSON.stringify({ type: 'message', usage: { ...cacheUsage, output_tokens: 77 } }),
    told: used(3_210, 77, 3_000),
  },
  'an event whose data stands in two lines, without an end': {
    style: 'chat',
    text: `data: {"choices": [],\rdata:"usage": ${JSON.stringify(chatUsage)}}`,
    told: used(1_200, 34, 1_000),
  },
};

function count(style: ModelStyle, pieces: readonly Uint8Array[], isWhole = true): ToldUsage {
  const counter = createTokenCounter(style);
  for (const piece of pieces) counter.take(piece);
  return counter.told(isWhole);
}

/** The bytes in pieces that end at these places. */
function split(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe.each(Object.entries(replies))('%s', (_name, { style, text, told }) => {
  const bytes = Buffer.from(text);

  it('is counted, in one piece or byte by byte', () => {
    expect(count(style, [bytes])).toEqual(told);
    expect(
      count(
        style,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(told);
  });

  it('is counted the same however it is split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000 }), { maxLength: 40 }), (places) => {
        expect(count(style, split(bytes, places))).toEqual(told);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what a reply does not say', () => {
  it.each<[string, ModelStyle, string, ToldUsage]>([
    ['a chat completion without usage', 'chat', '{"choices": []}', used(null, null)],
    ['a chat completion that was broken off', 'chat', events(chatChunk('a')), used(null, null)],
    ['a response that is worked on elsewhere', 'responses', '{"status": "queued", "usage": null}', used(null, null)],
    ['a response that failed before it told', 'responses', named(created, { type: 'error' }), used(null, null)],
    ['a message that was broken off', 'messages', named(started, delta), used(3_210, null, 3_000)],
    ['no JSON at all', 'chat', '<html>usage</html>', used(null, null)],
    ['an empty reply', 'chat', '', used(null, null)],
    ['usage that cannot be', 'chat', '{"usage": {"prompt_tokens": -5, "completion_tokens": 1e300}}', used(null, null)],
    ['usage in words', 'chat', '{"usage": {"prompt_tokens": "5", "completion_tokens": [1]}}', used(null, null)],
    ['usage of something else', 'chat', '{"choices": [{"usage": {"prompt_tokens": 5}}]}', used(null, null)],
  ])('is not guessed: %s', (_name, style, text, told) => {
    expect(count(style, [Buffer.from(text)])).toEqual(told);
  });

  it('is nothing if a whole reply of Google ends without it, and unknown if the reply broke off', () => {
    const bytes = Buffer.from(events({ candidates, usageMetadata: { promptTokenCount: 12 } }));
    expect(count('gemini', [bytes], true)).toEqual(used(12, 0));
    expect(count('gemini', [bytes], false)).toEqual(used(12, null));
  });
});

describe('the estimate of what a reply does not say', () => {
  const text = 'x'.repeat(40);
  const estimate = (style: ModelStyle, said: string) => {
    const counter = createTokenCounter(style);
    counter.take(Buffer.from(said));
    counter.told(false);
    return counter.estimate();
  };
  const call = { id: 'call_1', type: 'function', function: { name: 'read', arguments: text } };

  it.each<[string, ModelStyle, string, number | null]>([
    ['words of a chat', 'chat', events(chatChunk(text), chatChunk('a'), chatChunk('')), 11],
    ['its thoughts', 'chat', events({ choices: [{ delta: { role: 'assistant', reasoning_content: text } }] }), 10],
    ['its tools', 'chat', events({ choices: [{ delta: { tool_calls: [call] } }] }), 11],
    ['a whole chat', 'chat', JSON.stringify({ choices: [{ message: { content: text }, logprobs: [text] }] }), 10],
    ['a stream that has only begun', 'responses', named(created), 0],
    [
      'parts, items and the whole of a response, which say the same',
      'responses',
      events(
        ...[
          { type: 'response.output_text.delta', delta: text, obfuscation: text },
          { type: 'response.output_text.done', text },
          { type: 'response.output_item.done', item: { type: 'message', content: [{ text }] } },
          { type: 'response.incomplete', response: { instructions: text, output: [{ content: [{ text }] }] } },
        ],
      ),
      10,
    ],
    ['only items', 'responses', events({ type: 'response.output_item.done', item: { arguments: text } }), 10],
    ['a whole response', 'responses', JSON.stringify({ output: [{ content: [{ text }] }], usage: null }), 10],
    [
      'blocks of a message',
      'messages',
      named(started, { type: 'ping' }, {
        type: 'content_block_delta',
        delta: { type: 'input_json_delta', partial_json: text },
      } as { type: string }),
      10,
    ],
    ['a whole message', 'messages', JSON.stringify({ type: 'message', content: [{ type: 'text', text }] }), 10],
    ['generated content', 'gemini', events({ candidates: [{ content: { parts: [{ text }], role: 'model' } }] }), 10],
    [
      'generated calls',
      'gemini',
      events({ candidates: [{ content: { parts: [{ thoughtSignature: text, functionCall: { args: { text } } }] } }] }),
      10,
    ],
    ['an event that is cut off', 'chat', `${events(chatChunk(text))}data: {"choices": [{"del`, 10 + 5],
    ['another form', 'chat', events({ text }), 13],
    ['embeddings', 'other', '{"data": [{"embedding": [0.12345]}]}', 9],
    ['no JSON', 'chat', '<html></html>', null],
    ['an event that is too long', 'chat', `${events(chatChunk(text))}data: ${'x'.repeat(5_000_000)}\n\n`, null],
  ])('goes by its words: %s', (_name, style, said, tokens) => {
    expect(estimate(style, said)).toBe(tokens);
  });
});

describe('the end of a reply', () => {
  it.each<[string, ModelStyle, string]>([
    ['of a chat completion', 'chat', 'data: [DONE]\n\n'],
    ['of a message', 'messages', named({ type: 'message_stop' })],
    ['of a response', 'responses', named({ type: 'response.completed' })],
    ['of one that was cut short', 'responses', named({ type: 'response.incomplete' })],
    ['of one that failed', 'responses', named({ type: 'response.failed' })],
  ])('is recognized: %s', (_name, style, text) => {
    const counter = createTokenCounter(style);
    counter.take(Buffer.from(events(chatChunk('[DONE]'), { type: 'message_delta' })));
    expect(counter.isComplete).toBe(false);
    counter.take(Buffer.from(text));
    expect(counter.isComplete).toBe(true);
  });
});

describe('reading a reply', () => {
  const read = (text: string, limit: number) => {
    const texts: string[] = [];
    const reader = createReplyReader((found) => texts.push(found), limit);
    for (const [, piece] of text.matchAll(/([^]{1,7})/g)) reader.take(Buffer.from(piece ?? ''));
    reader.end();
    return texts;
  };

  it('leaves out an event that is longer than it may keep, and reads on after it', () => {
    const [long, lines] = [`data: ${'x'.repeat(50)}`, 'data: xxxxx\n'.repeat(10)];
    expect(read(`data: one\n\n${long}\n\n${lines}\ndata: two\n\n`, 20)).toEqual(['one', 'two']);
  });

  it('leaves out the rest of an event of which one line is too long', () => {
    expect(read(`data: a\n${'event: '.repeat(10)}\ndata: b\n\ndata: two\n\n`, 20)).toEqual(['two']);
  });

  it('leaves out a body that is longer than it may keep', () => {
    expect(read('{"a": 1}', 20)).toEqual(['{"a": 1}']);
    expect(read(`{"a": "${'x'.repeat(50)}"}`, 20)).toEqual([]);
  });

  it('skips comments, names and numbers of events, and the space before a body', () => {
    expect(read('\uFEFF: hello\nretry: 5\nid: 1\nevent: e\ndata:one\nother: x\n\n\n\ndata\n\n', 50)).toEqual([
      'one',
      '',
    ]);
    expect(read('\n\n   {"a": 1}', 50)).toEqual(['{"a": 1}']);
  });
});
