import type { ServerResponse } from 'node:http';
import type { ModelUsage } from '@countersign/contract/agent';

/** What the scripted model does in one turn, once `after` resolves: says something, or calls a tool. */
export type Act = ({ say: string } | { tool: string; args: Record<string, unknown> }) & { after?: Promise<unknown> };

/** One call of the model. */
interface Call {
  /** Tells calls apart. */
  number: number;
  /** What the model says it used. */
  usage: ModelUsage;
  isStreamed: boolean;
  /** A streamed chat completion only reports usage if asked to. */
  tellsUsage: boolean;
}

/** Answers as a provider's API does. */
export type Answer = (act: Act, call: Call, res: ServerResponse) => void;

/** OpenAI's chat completions. */
export const answerAsChat: Answer = (act, { number, usage, isStreamed, tellsUsage }, res) => {
  const used = {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
  const common = { id: `c${number}`, created: 1, model: 'm' };
  const message =
    'say' in act
      ? { role: 'assistant', content: act.say }
      : {
          role: 'assistant',
          tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: calling(act) }],
        };
  const reason = 'say' in act ? 'stop' : 'tool_calls';
  if (!isStreamed) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return endWith(res, { ...common, object: 'chat.completion', choices, usage: used });
  }
  const chunk = (delta: unknown, finish_reason: string | null) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
    ...(tellsUsage ? { usage: null } : {}),
  });
  const last = { ...common, object: 'chat.completion.chunk', choices: [], usage: used };
  stream(res, [chunk(message, null), chunk({}, reason), ...(tellsUsage ? [last] : [])]);
  res.end('data: [DONE]\n\n');
};

const calling = ({ tool, args }: { tool: string; args: unknown }) => ({ name: tool, arguments: JSON.stringify(args) });

/** Google's generateContent, streamed as events. */
export const answerAsGemini: Answer = (act, { usage, isStreamed }, res) => {
  const part = 'say' in act ? { text: act.say } : { functionCall: { name: act.tool, args: act.args } };
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
  const [toolUsePromptTokenCount, thoughtsTokenCount] = [
    Math.min(2, usage.inputTokens),
    Math.min(3, usage.outputTokens),
  ];
  const usageMetadata = {
    promptTokenCount: usage.inputTokens - toolUsePromptTokenCount,
    toolUsePromptTokenCount,
    candidatesTokenCount: usage.outputTokens - thoughtsTokenCount,
    thoughtsTokenCount,
    totalTokenCount: usage.inputTokens + usage.outputTokens,
  };
  if (!isStreamed) return endWith(res, { candidates, usageMetadata });
  const thought = { role: 'model', parts: [{ text: 'Hm.', thought: true }] };
  const soFar = { ...usageMetadata, candidatesTokenCount: 0 };
  stream(res, [
    { candidates: [{ content: thought, index: 0 }], usageMetadata: soFar },
    { candidates, usageMetadata },
  ]);
  res.end();
};

/** Anthropic's messages. */
export const answerAsMessages: Answer = (act, { number, usage, isStreamed }, res) => {
  const [cached, written] = [Math.min(5, usage.inputTokens), Math.min(4, Math.max(0, usage.inputTokens - 5))];
  const input = {
    input_tokens: usage.inputTokens - cached - written,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
  };
  const output = { output_tokens: usage.outputTokens };
  const message = { id: `m${number}`, type: 'message', role: 'assistant', model: 'm' };
  const stop = { stop_reason: 'say' in act ? 'end_turn' : 'tool_use', stop_sequence: null };
  const tool = { type: 'tool_use', id: `toolu_${number}` };
  if (!isStreamed) {
    const block = 'say' in act ? { type: 'text', text: act.say } : { ...tool, name: act.tool, input: act.args };
    return endWith(res, { ...message, content: [block], ...stop, usage: { ...input, ...output } });
  }
  const [block, delta] =
    'say' in act
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: act.say },
        ]
      : [
          { ...tool, name: act.tool, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(act.args) },
        ];
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null };
  stream(res, [
    { type: 'message_start', message: { ...begun, usage: { ...input, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage: output },
    { type: 'message_stop' },
  ]);
  res.end();
};

/** OpenAI's responses. */
export const answerAsResponses: Answer = (act, { number, usage, isStreamed }, res) => {
  const id = `r${number}`;
  const item =
    'say' in act
      ? { type: 'message', id: `i${number}`, role: 'assistant', content: [{ type: 'output_text', text: act.say }] }
      : { type: 'function_call', call_id: `call_${number}`, ...calling(act) };
  const used = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
  if (!isStreamed) return endWith(res, { id, object: 'response', status: 'completed', output: [item], usage: used });
  stream(res, [
    { type: 'response.created', response: { id, usage: null } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage: used } },
  ]);
  res.end();
};

function endWith(res: ServerResponse, body: unknown): void {
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function stream(res: ServerResponse, events: { [key: string]: unknown; type?: string }[]): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    res.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  }
}
