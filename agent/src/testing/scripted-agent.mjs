// An agent for tests that asks a model and does what it says, like real ones, but starts in a tenth of the time: it
// asks the model through the runner's proxy, and the person for each write and each command. It replaces the adapter
// for Claude.
import { execSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';

const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (more) => send({ method: 'session/update', params: { sessionId: 's', update: more } });
const options = [
  { optionId: 'o', name: 'Once', kind: 'allow_once' },
  { optionId: 'r', name: 'No', kind: 'reject_once' },
];

/** The session: what was said to the model and by it, and how many calls it has made. */
const messages = [];
let calls = 0;
/** Ends the current request when the turn is cancelled. */
let turn = new AbortController();

/** What each tool shows the person; null if nobody is asked. */
const shows = {
  write: ({ path, content }) => edit(path, null, content),
  edit: ({ path, from, to }) => {
    const before = readFileSync(path, 'utf8');
    return edit(path, before, before.replace(from, to));
  },
  run: ({ command }) => ({ title: command, kind: 'execute', rawInput: { command } }),
  start: ({ command }) => ({ title: command, kind: 'execute', rawInput: { command } }),
  look: () => null,
};
const does = {
  write: ({ path, content }) => void writeFileSync(path, content),
  edit: ({ path, from, to }) => void writeFileSync(path, readFileSync(path, 'utf8').replace(from, to)),
  run: ({ command }) => execSync(command, { encoding: 'utf8' }),
  start: ({ command }) => void spawn('sh', ['-c', command], { stdio: 'ignore' }),
  look: () => undefined,
};

function edit(path, oldText, newText) {
  const short = relative(process.cwd(), path);
  const content = [{ type: 'diff', path, oldText, newText }];
  return { title: `Write ${short}`, kind: 'edit', content, locations: [{ path }], rawInput: { path: short } };
}

/** Asks the model until it only has something to say, or its provider tells of an error. Resolves with the reason why the turn ends. */
async function work(prompt) {
  messages.push({ role: 'user', content: prompt });
  for (;;) {
    const { content, error } = await ask();
    if (error) {
      // As some agents do, which end no turn then.
      if (error.message.startsWith('Fatal')) throw new Error(`The model answered: ${error.message}`);
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `API Error: ${error.message}` } });
      return 'end_turn';
    }
    messages.push({ role: 'assistant', content });
    const [block] = content;
    if (block.type === 'text') {
      update({ sessionUpdate: 'agent_message_chunk', content: block });
      return 'end_turn';
    }
    const results = await Promise.all(content.map(use));
    if (results.includes(null)) return 'end_turn';
    messages.push({ role: 'user', content: results });
  }
}

/** Uses a tool; null if the person does not want that. Several of one reply are asked about at the same time. */
async function use({ id, name, input }) {
  const toolCallId = `call-${(calls += 1)}`;
  const shown = shows[name](input);
  if (shown === null) {
    update({ sessionUpdate: 'tool_call', toolCallId, title: 'Look', kind: 'search', status: 'completed' });
  } else {
    const toolCall = { toolCallId, ...shown };
    send({ id: toolCallId, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } });
    const { outcome } = await new Promise((resolve) => waiting.set(toolCallId, resolve));
    if (outcome.optionId !== 'o') return null;
    const output = does[name](input);
    // It goes on with its turn while that runs, and never says that it has ended.
    if (name === 'start') return { type: 'tool_result', tool_use_id: id, content: 'Started.' };
    const rawOutput = output === undefined ? {} : { rawOutput: { output } };
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...rawOutput });
  }
  return { type: 'tool_result', tool_use_id: id, content: 'Done.' };
}

/** Tries again after a while if the model is asked too often. */
async function ask() {
  for (;;) {
    const { status, text } = await post({
      model: process.env.ANTHROPIC_MODEL,
      max_tokens: 1_000,
      tools: Object.keys(does).map((name) => ({ name, input_schema: { type: 'object' } })),
      messages,
    });
    if (status === 200) return JSON.parse(text);
    if (status !== 429) throw new Error(`The model answered ${status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    turn.signal.throwIfAborted();
  }
}

function post(body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': process.env.ANTHROPIC_API_KEY };
    const url = `${process.env.ANTHROPIC_BASE_URL}/v1/messages`;
    const req = request(url, { method: 'POST', headers, signal: turn.signal }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (piece) => (text += piece));
      res.on('end', () => resolve({ status: res.statusCode, text }));
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(JSON.stringify(body));
  });
}

async function prompt(id, text) {
  turn = new AbortController();
  const { signal } = turn;
  try {
    send({ id, result: { stopReason: await work(text) } });
  } catch (error) {
    if (signal.aborted) send({ id, result: { stopReason: 'cancelled' } });
    else send({ id, error: { code: -32603, message: error.message } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result);
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === 'session/new') return send({ id, result: { sessionId: 's' } });
  if (method === 'session/set_mode') return send({ id, result: {} });
  if (method === 'session/cancel') return turn.abort();
  if (method === 'session/prompt') return void prompt(id, params.prompt[0].text);
});
