import type { ServerResponse } from 'node:http';
import type { ModelUsage } from '@countersign/contract/agent';

/** A tool that the model calls. `namespace`: the set that it belongs to, for tools that come in one (OpenAI's responses). */
export interface ToolUse {
  tool: string;
  args: Record<string, unknown>;
  namespace?: string;
}

/**
 * What the scripted model does in one reply, once `after` resolves: says something, or calls one tool or several. `cut`:
 * what it says is cut off, as where a reply has reached its limit. `fails`: in place of what it would say, its provider
 * tells of an error of this type, as messages that are not streamed do. `inParts`: arguments are streamed in pieces, where
 * its provider's API has such.
 */
export type Act = ({ say: string; cut?: true; fails?: string } | ToolUse | { tools: readonly ToolUse[] }) & {
  after?: Promise<unknown>;
  inParts?: true;
};

/** The arguments of a call as they are streamed. */
const piecesOf = (act: Act, { args }: ToolUse): string[] =>
  JSON.stringify(args).match(act.inParts ? /.{1,7}/gsu : /.+/su) ?? [];

/** Its provider's word for why a reply ended. */
const endOf = <Word>(act: Act, words: { said: Word; cut: Word; calls: Word }): Word =>
  'say' in act ? (act.cut ? words.cut : words.said) : words.calls;

const usesOf = (act: Exclude<Act, { say: string }>): readonly ToolUse[] => ('tools' in act ? act.tools : [act]);

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
          tool_calls: usesOf(act).map((use, index) => ({
            index,
            id: `call_${number}_${index}`,
            type: 'function',
            function: calling(use),
          })),
        };
  const reason = endOf(act, { said: 'stop', cut: 'length', calls: 'tool_calls' });
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
  stream(res, [
    ...deltasOf(act, message).map((delta) => chunk(delta, null)),
    chunk({}, reason),
    ...(tellsUsage ? [last] : []),
  ]);
  res.end('data: [DONE]\n\n');
};

/** A message with calls, or first their beginnings and then their arguments, piece by piece. */
function deltasOf(
  act: Act,
  message: { tool_calls?: readonly { index: number; function: { name: string } }[] },
): unknown[] {
  const { tool_calls } = message;
  if (!act.inParts || 'say' in act || tool_calls === undefined) return [message];
  const begun = tool_calls.map((call) => ({ ...call, function: { ...call.function, arguments: '' } }));
  const pieces = usesOf(act).flatMap((use, index) =>
    piecesOf(act, use).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  );
  return [{ ...message, tool_calls: begun }, ...pieces];
}

const calling = ({ tool, args }: ToolUse) => ({ name: tool, arguments: JSON.stringify(args) });

/** Google's generateContent, streamed as events. */
export const answerAsGemini: Answer = (act, { usage, isStreamed }, res) => {
  const parts =
    'say' in act ? [{ text: act.say }] : usesOf(act).map(({ tool, args }) => ({ functionCall: { name: tool, args } }));
  const finishReason = endOf(act, { said: 'STOP', cut: 'MAX_TOKENS', calls: 'STOP' });
  const candidates = [{ content: { role: 'model', parts }, finishReason, index: 0 }];
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
  const stop_reason = endOf(act, { said: 'end_turn', cut: 'max_tokens', calls: 'tool_use' });
  const stop = { stop_reason, stop_sequence: null };
  const idOf = (index: number) => `toolu_${number}_${index}`;
  if (!isStreamed) {
    if ('say' in act && act.fails !== undefined)
      return endWith(res, { type: 'error', error: { type: act.fails, message: act.say } });
    const content =
      'say' in act
        ? [{ type: 'text', text: act.say }]
        : usesOf(act).map(({ tool, args }, index) => ({ type: 'tool_use', id: idOf(index), name: tool, input: args }));
    return endWith(res, { ...message, content, ...stop, usage: { ...input, ...output } });
  }
  const blocks: Array<[content_block: unknown, deltas: unknown[]]> =
    'say' in act
      ? [[{ type: 'text', text: '' }, [{ type: 'text_delta', text: act.say }]]]
      : usesOf(act).map((use, index) => [
          { type: 'tool_use', id: idOf(index), name: use.tool, input: {} },
          piecesOf(act, use).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
        ]);
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null };
  stream(res, [
    { type: 'message_start', message: { ...begun, usage: { ...input, output_tokens: 1 } } },
    ...blocks.flatMap(([content_block, deltas], index) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: stop, usage: output },
    { type: 'message_stop' },
  ]);
  res.end();
};

/** OpenAI's responses. */
export const answerAsResponses: Answer = (act, { number, usage, isStreamed }, res) => {
  const id = `r${number}`;
  const items =
    'say' in act
      ? [{ type: 'message', id: `i${number}`, role: 'assistant', content: [{ type: 'output_text', text: act.say }] }]
      : usesOf(act).map((use, index) => responsesItem(use, `call_${number}_${index}`));
  const used = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
  const status = endOf(act, { said: 'completed', cut: 'incomplete', calls: 'completed' });
  const incomplete_details = status === 'incomplete' ? { reason: 'max_output_tokens' } : null;
  const ended = { id, object: 'response', status, incomplete_details, usage: used };
  if (!isStreamed) return endWith(res, { ...ended, output: items });
  stream(res, [
    { type: 'response.created', response: { id, usage: null } },
    ...items.flatMap((item, output_index) => [
      ...addedOf(act, item, output_index),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: `response.${status}`, response: ended },
  ]);
  res.end();
};

/** The beginning of a call and its arguments, piece by piece. */
function addedOf(
  act: Act,
  item: Record<string, unknown>,
  output_index: number,
): { [key: string]: unknown; type: string }[] {
  if (!act.inParts || 'say' in act) return [];
  const [use] = usesOf(act).slice(output_index);
  if (use === undefined || item.type !== 'function_call') return [];
  const item_id = `item_${output_index}`;
  const common = { output_index, item_id };
  return [
    { type: 'response.output_item.added', ...common, item: { ...item, id: item_id, arguments: '' } },
    ...piecesOf(act, use).map((delta) => ({ type: 'response.function_call_arguments.delta', ...common, delta })),
    { type: 'response.function_call_arguments.done', ...common, arguments: JSON.stringify(use.args) },
  ];
}

/** Codex's own tool for changing files takes a patch as it is, instead of arguments. */
function responsesItem(use: ToolUse, call_id: string): Record<string, unknown> {
  const { patch } = use.args;
  if (use.tool !== 'apply_patch' || typeof patch !== 'string')
    return { type: 'function_call', call_id, ...calling(use), ...(use.namespace && { namespace: use.namespace }) };
  return { type: 'custom_tool_call', call_id, name: use.tool, input: patch };
}

function endWith(res: ServerResponse, body: unknown): void {
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function stream(res: ServerResponse, events: { [key: string]: unknown; type?: string }[]): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    res.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  }
}
