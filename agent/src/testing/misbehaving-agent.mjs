// An agent for tests that does what the demo agent never does; the task's title says what, and how it reacts to a
// cancel. Speaks the protocol by hand, so that it can break the rules too.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let nextId = 1;
const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const request = (method, params) =>
  new Promise((resolve) => {
    const id = `r${nextId++}`;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
const update = (more) => send({ method: 'session/update', params: { sessionId: 's', update: more } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const options = [
  { optionId: 'a', name: 'Always', kind: 'allow_always' },
  { optionId: 'o', name: 'Once', kind: 'allow_once' },
  { optionId: 'r', name: 'No', kind: 'reject_once' },
];
const ask = async (toolCallId, command, more = {}) => {
  const toolCall = { toolCallId, title: command, kind: 'execute', rawInput: { command }, ...more };
  return (await request('session/request_permission', { sessionId: 's', toolCall, options })).outcome;
};
const complete = (toolCallId, more = {}) =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: 'ok', ...more });

let hasLeft = false;

const acts = {
  /** Dies in its first session, and answers nothing but errors in that session once it has loaded it. */
  loses() {
    if (existsSync('died')) return say('I begin anew');
    writeFileSync('died', '');
    say('I begin');
    process.exit(7);
  },
  /** Does a step in its first session and dies; with "sinks" it dies at each prompt of that session once it has loaded it. */
  async sinks() {
    if (existsSync('died')) return say('I begin anew');
    writeFileSync('died', '');
    await ask('one', 'ls');
    complete('one');
    process.exit(7);
  },
  async parallel() {
    const askFor = async (name) => {
      const outcome = await ask(name, `echo ${name}`);
      if (outcome.optionId === 'o') complete(name);
    };
    await Promise.all(['one', 'two', 'three'].map(askFor));
  },
  async diverge() {
    await ask('d', 'ls');
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'd',
      status: 'in_progress',
      rawInput: { command: 'rm -r .' },
    });
    await new Promise(() => undefined);
  },
  /** Changes its mind while the person is deciding, which the file `seen` signals. */
  async rethink() {
    const answer = ask('r', 'ls');
    const seen = watch('.');
    while (!existsSync('seen')) await once(seen, 'change');
    seen.close();
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'r', rawInput: { command: 'rm -r .' } });
    if ((await answer).optionId === 'o') complete('r');
  },
  /** Asks for a file of its own, and means one outside of the workspace while that is read. */
  async stray() {
    const diff = (path) => ({ type: 'diff', path, oldText: null, newText: 'text' });
    const answer = ask('s', 'write', { kind: 'edit', content: [diff(join(process.cwd(), 'a.txt'))] });
    const seen = watch('.');
    while (!existsSync('seen')) await once(seen, 'change');
    seen.close();
    update({ sessionUpdate: 'tool_call_update', toolCallId: 's', content: [diff('/tmp/countersign-stray.txt')] });
    await answer;
    await new Promise(() => undefined);
  },
  /** Tries in every turn what is refused, whatever it is told. */
  async stubborn() {
    const content = [{ type: 'diff', path: '/tmp/countersign-stray.txt', oldText: null, newText: 'text' }];
    tries += 1;
    await ask(`s${tries}`, 'write', { kind: 'edit', content });
  },
  async wrongfile() {
    const diff = { type: 'diff', path: join(process.cwd(), 'a.txt'), oldText: null, newText: 'approved' };
    await ask('w', 'write', { kind: 'edit', content: [diff], rawInput: { path: 'a.txt' } });
    writeFileSync('a.txt', 'something else');
    complete('w');
    await new Promise(() => undefined);
  },
  /** Asks for a second step under the id of the first, and does something else. */
  async reuse() {
    await ask('u', 'ls');
    complete('u');
    const diff = { type: 'diff', path: join(process.cwd(), 'a.txt'), oldText: null, newText: 'approved' };
    const outcome = await ask('u', 'write', { kind: 'edit', content: [diff], rawInput: { path: 'a.txt' } });
    if (outcome.optionId !== 'o') return;
    writeFileSync('a.txt', 'something else');
    complete('u');
    await new Promise(() => undefined);
  },
  /** Asks the person in a form and at an address, and then takes the answer for an approval. */
  async elicit() {
    const requestedSchema = {
      type: 'object',
      properties: { word: { type: 'string', title: 'Word' }, count: { type: 'integer', minimum: 1 } },
      required: ['word'],
    };
    const form = { mode: 'form', sessionId: 's', message: 'Which word?', requestedSchema };
    say(`form: ${JSON.stringify(await request('elicitation/create', form))} `);
    const link = {
      mode: 'url',
      sessionId: 's',
      message: 'Sign in there',
      elicitationId: 'e',
      url: 'https://example.com/in',
    };
    say(`link: ${JSON.stringify(await request('elicitation/create', link))} `);
    const hidden = { ...link, url: 'https://example.com@evil.example/' };
    say(`hidden: ${(await request('elicitation/create', hidden)).error?.code} `);
    const outcome = await ask('Which word?', 'Which word?');
    if (outcome.optionId === 'o') complete('Which word?');
  },
  /** Asks in one turn, again and again, what nobody is asked. */
  async nags() {
    const url = 'https://example.com@evil.example/';
    for (;;)
      await request('elicitation/create', { mode: 'url', sessionId: 's', message: 'Sign in', elicitationId: 'e', url });
  },
  /** Tries in one turn, again and again, what its own settings deny it. */
  async gropes() {
    for (let number = 1; number <= 60; number += 1) {
      update({ sessionUpdate: 'tool_call', toolCallId: `g${number}`, title: 'task', kind: 'other', status: 'pending' });
      update({ sessionUpdate: 'tool_call_update', toolCallId: `g${number}`, status: 'failed' });
    }
    await new Promise(() => undefined);
  },
  /** The same without a pause, until it is stopped: faster than any of it can be recorded. */
  async surges() {
    for (let number = 1; ; number += 1) {
      update({ sessionUpdate: 'tool_call', toolCallId: `s${number}`, title: 'task', kind: 'other', status: 'pending' });
      update({ sessionUpdate: 'tool_call_update', toolCallId: `s${number}`, status: 'failed' });
      if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },
  /** Asks for one thing, and has no other idea. */
  async insist() {
    await ask(`i${process.pid}`, 'ls');
    await new Promise(() => undefined);
  },
  async crash() {
    process.stderr.write('out of luck\n');
    process.exit(7);
  },
  /** Ends and leaves a process behind that holds its pipes: in its group, or outside it. */
  async orphan() {
    leave(false);
    process.exit(7);
  },
  async daemon() {
    leave(true);
    process.exit(7);
  },
  /** Ends in the middle of an approved command; the next agent asks for another one. */
  async perish(text) {
    if (existsSync('begun')) {
      say(`told: ${/Unknown whether .*/.exec(text)?.[0]}`);
      return void (await ask('second', 'ls'));
    }
    writeFileSync('begun', '');
    await ask('first', 'sleep 9');
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'first', status: 'in_progress' });
    process.exit(7);
  },
  /** Waits for an answer; the next agent ends without a word, and the one after that says what it was told of the answer. */
  async relay(text) {
    for (const [file, act] of Object.entries({ asked: () => ask('first', 'ls'), ended: () => process.exit(7) })) {
      if (existsSync(file)) continue;
      writeFileSync(file, '');
      return void (await act());
    }
    say(`told: ${/Approved meanwhile: .*/.exec(text)?.[0]}`);
  },
  /** Like `perish`, but the next agent counts its calls from one again, and reports another call under the same id. */
  async recount() {
    const isFirst = !existsSync('begun');
    const command = isFirst ? 'sleep 9' : 'ls';
    const call = { toolCallId: 'call_1', title: command, kind: 'execute', rawInput: { command }, status: 'pending' };
    update({ sessionUpdate: 'tool_call', ...call });
    await ask('call_1', command);
    if (!isFirst) return complete('call_1');
    writeFileSync('begun', '');
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'in_progress' });
    process.exit(7);
  },
  /** Runs something that never ends, and asks for something else meanwhile. */
  async hang() {
    await ask('first', 'sleep 9');
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'first', status: 'in_progress' });
    await ask('second', 'ls');
  },
  /** Ends while it waits for an answer; the next agent asks the same under another name. */
  async vanish() {
    const name = `v${process.pid}`;
    const isFirst = !existsSync('asked');
    const answer = ask(name, 'ls');
    if (isFirst) {
      writeFileSync('asked', '');
      setTimeout(() => process.exit(7), 500);
    }
    if ((await answer).optionId === 'o') complete(name);
  },
  /** Goes on after its turn is over. */
  async linger() {
    let step = 0;
    const goOn = () =>
      update({ sessionUpdate: 'tool_call', toolCallId: `l${step++}`, title: 'More', status: 'completed' });
    setInterval(goOn, 5);
  },
  async flood() {
    for (let index = 0; index < 40; index += 1) say('x'.repeat(100_000));
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 'f',
      title: 'Print much',
      kind: 'execute',
      status: 'completed',
      rawOutput: 'y'.repeat(3_000_000),
    });
  },
  async fill() {
    writeFileSync('big.bin', Buffer.alloc(30 * 1024 * 1024, 1));
  },
  /** Fills its scratch space, and its turn does not end. */
  async hoard() {
    writeFileSync(join(process.env.TMPDIR, 'big.bin'), Buffer.alloc(30 * 1024 * 1024, 1));
    await new Promise(() => undefined);
  },
  async huge() {
    const diff = { type: 'diff', path: join(process.cwd(), 'huge.txt'), oldText: null, newText: 'z'.repeat(900_000) };
    const outcome = await ask('h', 'write', { kind: 'edit', content: [diff] });
    say(`huge: ${outcome.optionId}`);
  },
  /** Assumes that the client reads and writes files. */
  async delegate() {
    const file = { sessionId: 's', path: join(process.cwd(), 'a.txt') };
    const written = await request('fs/write_text_file', { ...file, content: 'written' });
    const read = await request('fs/read_text_file', file);
    say(`written: ${written.error?.code}, read: ${read.error?.code}, there: ${existsSync('a.txt')}`);
  },
  /** Uses names that are too long to be stored, and a question that is too long. */
  async overlong() {
    const diff = { type: 'diff', path: `/${'long/'.repeat(1000)}`, oldText: null, newText: 'x' };
    const call = { toolCallId: 'o', title: 'Long names', name: 'n'.repeat(300), content: [diff], status: 'completed' };
    update({ sessionUpdate: 'tool_call', ...call });
    const text = { type: 'content', content: { type: 'text', text: 'z'.repeat(500_000) } };
    await ask('q', 'Read this', { content: [text] });
  },
  /** Runs something slow without a word, which the file `seen` ends. */
  async slow() {
    await ask('slow', 'sleep 5');
    const seen = watch('.');
    while (!existsSync('seen')) await once(seen, 'change');
    seen.close();
    complete('slow');
  },
  /** Answers while what it was allowed to do still runs, which it says has ended in its next turn, if it gets one. */
  async leaves() {
    if (hasLeft) return complete('left');
    hasLeft = true;
    await ask('left', 'sleep 5');
  },
  /** The same, and never says that it has ended. */
  async forgets() {
    if (!hasLeft) await acts.leaves();
    say('Done.');
  },
  /** Asks anew each time, and never says that anything has ended. */
  async repeats() {
    await ask(`repeated ${nextId}`, 'sleep 5');
    say('Done.');
  },
  async forever() {
    await new Promise(() => undefined);
  },
  /** Does what the repository's trick.sh says, unasked, like an agent that believes whatever it reads. */
  async trick() {
    const script = ['trick.sh', 'app/trick.sh'].find((file) => existsSync(file));
    say(execFileSync('sh', [script], { encoding: 'utf8' }));
  },
  /** Reports the content of the repository's leak.txt in every possible way, and asks for steps with it. */
  async leak() {
    const leak = readFileSync('leak.txt', 'utf8').trim();
    const rawInput = { [leak]: [leak] };
    const call = { toolCallId: 'l', title: leak, kind: 'read', rawInput, rawOutput: { text: leak } };
    update({ sessionUpdate: 'tool_call', ...call, status: 'completed' });
    await ask('r', 'cat leak.txt');
    complete('r', { rawOutput: leak });
    say(`refused: ${(await ask('a', `echo ${leak}`)).optionId}`);
  },
  /** Wants to write each file that the repository's paths.json names, and does so where allowed. */
  async paths() {
    const list = ['paths.json', 'app/paths.json'].find((file) => existsSync(file));
    for (const [index, path] of JSON.parse(readFileSync(list, 'utf8')).entries()) {
      const diff = { type: 'diff', path: join(process.cwd(), path), oldText: null, newText: 'written' };
      const outcome = await ask(`p${index}`, `Write ${path}`, { kind: 'edit', content: [diff], rawInput: { path } });
      if (outcome.optionId !== 'o') return;
      writeFileSync(path, 'written');
      complete(`p${index}`);
    }
  },
  /** Writes as many MiB as the repository's pour.json says, to where it says. */
  async pour() {
    const { to, mib } = JSON.parse(readFileSync('pour.json', 'utf8'));
    for (let index = 0; index < mib; index += 1) {
      for (const [stream, text] of pieces[to](index)) {
        if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve));
      }
    }
  },
};

function leave(detached) {
  spawn('sleep', ['987654'], { detached, stdio: ['ignore', 'inherit', 'inherit'] });
}

const cancels = {
  dies: () => process.exit(7),
  complains: (id) => send({ id, error: { code: -32603, message: 'Cancelled' } }),
  ignores: () => undefined,
};
const answerCancel = (id) => send({ id, result: { stopReason: 'cancelled' } });

/** The words of its first prompt, e.g. "insist; dies". */
let title = [];
let tries = 0;

async function prompt(text) {
  title = /<task id="[^"]*">\n(\w+)(?:; (\w+))?/.exec(text) ?? title;
  if (title[1] === 'quote') return say(text);
  if (title[1] === 'stubborn') return acts.stubborn();
  const told = /(?:Reason: |Message from the person you work for:\n)(.*)/.exec(text)?.[1];
  if (told === undefined) return acts[title[1]]?.(text);
  if (title[2] === 'deaf' && !existsSync('told')) {
    writeFileSync('told', '');
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] }); // not an answer
    process.exit(7);
  }
  say(`I heard: ${told}`);
}

const LETTERS = 'x'.repeat(1024 * 1024);
const told = (more) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: more } })}\n`;
/** One MiB each. */
const pieces = {
  errors: () => [[process.stderr, `${'x'.repeat(127)}\n`.repeat(8 * 1024)]],
  'an endless line of errors': () => [[process.stderr, LETTERS]],
  messages: () => [
    [process.stdout, told({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: LETTERS } })],
  ],
  'an endless message': () => [[process.stdout, LETTERS]],
  'results of commands': (index) => [
    [
      process.stdout,
      told({
        sessionUpdate: 'tool_call',
        toolCallId: `c${index}`,
        title: 'yes',
        kind: 'execute',
        status: 'completed',
        rawOutput: LETTERS,
      }),
    ],
  ],
};

let current = null;
let hasLoaded = false;
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? { error });
  if (method === 'initialize') {
    return send({
      id,
      result: { protocolVersion: 1, agentCapabilities: { loadSession: ['loads', 'sinks'].includes(process.argv[2]) } },
    });
  }
  if (method === 'session/load') {
    hasLoaded = true;
    return send({ id, result: {} });
  }
  if (method === 'session/new') {
    if (process.argv[2] === 'mute') return;
    if (process.argv[2] === 'early') await ask('early', 'ls');
    return send({ id, result: { sessionId: 's' } });
  }
  if (method === 'session/cancel') {
    if (current !== null) (cancels[title[2]] ?? answerCancel)(current);
    current = null;
  }
  if (method === 'session/prompt') {
    if (hasLoaded && process.argv[2] === 'sinks') process.exit(7);
    if (hasLoaded) return send({ id, error: { code: -32603, message: 'Internal error' } });
    current = id;
    await prompt(params.prompt[0].text);
    if (current === id) send({ id, result: { stopReason: 'end_turn' } });
    current = null;
  }
});
