import type { ServerResponse } from 'node:http';

/** What the scripted model does in one turn of its own: says something, or calls a tool. */
export type Act = { say: string } | { tool: string; args: Record<string, unknown> };

/** Answers as a provider's streaming API does. `number` tells calls apart. */
export type Answer = (act: Act, number: number, res: ServerResponse) => void;

/** OpenAI's chat completions. */
export const answerAsChat: Answer = (act, number, res) => {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    id: `c${number}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const call = (tool: string, args: unknown) => ({
    index: 0,
    id: `call_${number}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  });
  if ('say' in act) stream(res, [chunk({ role: 'assistant', content: act.say }), chunk({}, 'stop')]);
  else stream(res, [chunk({ role: 'assistant', tool_calls: [call(act.tool, act.args)] }), chunk({}, 'tool_calls')]);
  res.end('data: [DONE]\n\n');
};

/** Google's generateContent. */
export const answerAsGemini: Answer = (act, _number, res) => {
  const part = 'say' in act ? { text: act.say } : { functionCall: { name: act.tool, args: act.args } };
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
  stream(res, [{ candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } }]);
  res.end();
};

/** Anthropic's messages. */
export const answerAsMessages: Answer = (act, number, res) => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `m${number}`, type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const [block, delta] =
    'say' in act
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: act.say },
        ]
      : [
          { type: 'tool_use', id: `toolu_${number}`, name: act.tool, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(act.args) },
        ];
  stream(res, [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'say' in act ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage,
    },
    { type: 'message_stop' },
  ]);
  res.end();
};

/** OpenAI's responses. */
export const answerAsResponses: Answer = (act, number, res) => {
  const id = `r${number}`;
  const item =
    'say' in act
      ? { type: 'message', id: `i${number}`, role: 'assistant', content: [{ type: 'output_text', text: act.say }] }
      : { type: 'function_call', call_id: `call_${number}`, name: act.tool, arguments: JSON.stringify(act.args) };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  stream(res, [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage } },
  ]);
  res.end();
};

function stream(res: ServerResponse, events: { [key: string]: unknown; type?: string }[]): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    res.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  }
}
