import { describe, expect, it } from 'vitest';
import { createTokenCounter } from './count-tokens.ts';
import type { ModelStyle } from '../model-style.ts';
import type { ReplyEnd } from './reply-end.ts';

const stream = (...said: unknown[]) => said.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
const DONE = 'data: [DONE]\n\n';

function endOf(style: ModelStyle, text: string, isWhole = true): ReplyEnd | null {
  const counter = createTokenCounter(style);
  counter.take(Buffer.from(text));
  counter.told(isWhole);
  return counter.ended();
}

const chunk = (delta: unknown, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] });
const words = chunk({ role: 'assistant', content: 'Grüße' });
const chat: [what: string, text: string, end: ReplyEnd][] = [
  ['words', stream(words, chunk({}, 'stop')) + DONE, 'finished'],
  ['a call', stream(chunk({ tool_calls: [{ index: 0 }] }), chunk({}, 'tool_calls')) + DONE, 'finished'],
  ['another word for its end', stream(words, chunk({}, 'eos')) + DONE, 'finished'],
  ['no word for its end, but a mark', stream(words) + DONE, 'finished'],
  ['no stream', JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] }), 'finished'],
  ['a limit', stream(words, chunk({}, 'length')) + DONE, 'cut'],
  ['a limit, in no stream', JSON.stringify({ choices: [{ message: {}, finish_reason: 'length' }] }), 'cut'],
  ['a call cut off', stream(chunk({ tool_calls: [{ index: 0 }] }), chunk({}, 'length')) + DONE, 'cut'],
  ['an error', stream(words, chunk({}, 'error')) + DONE, 'cut'],
  ['vLLM', stream(words, chunk({}, 'abort')) + DONE, 'cut'],
  ['Mistral', stream(words, chunk({}, 'model_length')) + DONE, 'cut'],
  ['DeepSeek', stream(words, chunk({}, 'insufficient_system_resource')) + DONE, 'cut'],
  ['Google', stream(words, chunk({}, 'function_call_filter: MALFORMED_FUNCTION_CALL')) + DONE, 'cut'],
  ['thoughts alone', stream(chunk({ reasoning_content: 'Hm' }), chunk({}, 'stop')) + DONE, 'empty'],
  ['nothing', stream(chunk({ content: ' \n' }), chunk({}, 'stop')) + DONE, 'empty'],
  ['a break', stream(words), 'cut'],
  ['a filter', stream(words, chunk({}, 'content_filter')) + DONE, 'refused'],
  ['a refusal alone', stream(chunk({ refusal: 'I cannot' }), chunk({}, 'stop')) + DONE, 'refused'],
  ['a refusal beside words', stream(words, chunk({ refusal: 'I cannot' }), chunk({}, 'stop')) + DONE, 'finished'],
  ['GLM', stream(words, chunk({}, 'sensitive')) + DONE, 'refused'],
];

const text = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Grüße' } };
const thought = { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm' } };
const use = { type: 'content_block_start', content_block: { type: 'tool_use', id: 'a', name: 'Bash', input: {} } };
const begun = { type: 'message_start', message: { role: 'assistant', content: [], stop_reason: null } };
const stops = (stop_reason: string) => [{ type: 'message_delta', delta: { stop_reason } }, { type: 'message_stop' }];
const message = (content: unknown[], stop_reason: string) => JSON.stringify({ type: 'message', content, stop_reason });
const messages: typeof chat = [
  ['words', stream(begun, text, ...stops('end_turn')), 'finished'],
  ['a call', stream(begun, use, ...stops('tool_use')), 'finished'],
  ['no stream', message([{ type: 'text', text: 'a' }], 'end_turn'), 'finished'],
  ['no stream, a call', message([{ type: 'tool_use', name: 'Bash' }], 'tool_use'), 'finished'],
  ['a limit', stream(begun, text, ...stops('max_tokens')), 'cut'],
  ['a limit, in no stream', message([{ type: 'text', text: 'a' }], 'max_tokens'), 'cut'],
  ['a full conversation', stream(begun, text, ...stops('model_context_window_exceeded')), 'cut'],
  ['a pause', stream(begun, text, ...stops('pause_turn')), 'cut'],
  ['thoughts alone', stream(begun, thought, ...stops('end_turn')), 'empty'],
  ['nothing', stream(begun, ...stops('end_turn')), 'empty'],
  ['a break', stream(begun, text), 'cut'],
  ['a refusal', stream(begun, text, ...stops('refusal')), 'refused'],
];

const done = (item: unknown) => ({ type: 'response.output_item.done', item });
const said = { type: 'message', content: [{ type: 'output_text', text: 'Grüße' }] };
const no = { type: 'refusal', refusal: 'I cannot help with that.' };
const created = { type: 'response.created', response: { status: 'in_progress', incomplete_details: null } };
const ended = (how: string, reason?: string) => ({
  type: `response.${how}`,
  response: { status: how, incomplete_details: reason === undefined ? null : { reason } },
});
const responses: typeof chat = [
  ['words', stream(created, done(said), ended('completed')), 'finished'],
  ['a call', stream(created, done({ type: 'custom_tool_call' }), ended('completed')), 'finished'],
  ['no stream', JSON.stringify({ object: 'response', status: 'completed', output: [said] }), 'finished'],
  ['a limit', stream(created, done(said), ended('incomplete', 'max_output_tokens')), 'cut'],
  ['a limit without a reason', stream(created, done(said), ended('incomplete')), 'cut'],
  ['a limit, in no stream', JSON.stringify({ object: 'response', status: 'incomplete', output: [said] }), 'cut'],
  ['a failure', stream(created, done(said), ended('failed')), 'cut'],
  ['a cancellation, in no stream', JSON.stringify({ object: 'response', status: 'cancelled', output: [said] }), 'cut'],
  ['thoughts alone', stream(created, done({ type: 'reasoning', summary: [] }), ended('completed')), 'empty'],
  ['a break', stream(created, done(said)), 'cut'],
  ['a filter', stream(created, done(said), ended('incomplete', 'content_filter')), 'refused'],
  ['a refusal alone', stream(created, done({ type: 'message', content: [no] }), ended('completed')), 'refused'],
  [
    'a refusal among words',
    stream(created, done({ ...said, content: [...said.content, no] }), ended('completed')),
    'finished',
  ],
];

const part = (one: unknown, finishReason?: string) => ({ candidates: [{ content: { parts: [one] }, finishReason }] });
const spoken = part({ text: 'Grüße' });
const gemini: typeof chat = [
  ['words', stream(spoken, part({ text: '' }, 'STOP')), 'finished'],
  ['a call', stream(part({ functionCall: { name: 'glob' } }, 'STOP')), 'finished'],
  ['no stream', JSON.stringify(part({ text: 'a' }, 'STOP')), 'finished'],
  ['a limit', stream(spoken, part({ text: '' }, 'MAX_TOKENS')), 'cut'],
  ['a call that is none', stream(spoken, { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }), 'cut'],
  ['another reason', stream(spoken, { candidates: [{ finishReason: 'NEW_REASON' }] }), 'cut'],
  ['thoughts alone', stream(part({ text: 'Hm', thought: true }), part({ text: '' }, 'STOP')), 'empty'],
  ['a break', stream(spoken), 'cut'],
  ['a filter', stream(spoken, { candidates: [{ finishReason: 'SAFETY' }] }), 'refused'],
  ['a filter for the request', JSON.stringify({ promptFeedback: { blockReason: 'OTHER' } }), 'refused'],
];

describe.each(Object.entries({ chat, messages, responses, gemini }))('a reply in the style %s', (style, replies) => {
  it.each(replies)('with %s', (_what, reply, end) => {
    expect(endOf(style as ModelStyle, reply)).toBe(end);
  });
});

it('of which the end is known was not cut where its agent leaves before the mark', () => {
  expect(endOf('chat', stream(words, chunk({}, 'stop')), false)).toBe('finished');
  expect(endOf('chat', stream(words), false)).toBe('cut');
});

it('of which something was too long to be read may have had words, and its end may be in that', () => {
  const long = 'a'.repeat(5 * 1024 * 1024);
  expect(endOf('chat', stream(chunk({ content: long }), chunk({}, 'stop')))).toBe('finished');
  expect(endOf('chat', stream(chunk({ content: long }), chunk({}, 'length')))).toBe('cut');
  expect(endOf('chat', stream(chunk({ content: long }, 'stop')))).toBeNull();
});

it('of another kind does not say how it ended', () => {
  expect(endOf('other', JSON.stringify({ data: [], usage: { prompt_tokens: 8 } }))).toBeNull();
});
