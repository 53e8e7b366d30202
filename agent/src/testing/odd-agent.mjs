// An agent for tests that does what the demo agent never does; the task's title says what. Speaks the protocol by hand, so that it may
// break its rules, too.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

const acts = {
  async parallel() {
    const outcomes = await Promise.all(['one', 'two', 'three'].map((name) => ask(name, `echo ${name}`)));
    outcomes.forEach((outcome, index) => {
      if (outcome.optionId === 'o') complete(['one', 'two', 'three'][index]);
    });
    say(outcomes.map((outcome) => outcome.optionId ?? outcome.outcome).join(' '));
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
  async wrongfile() {
    const diff = { type: 'diff', path: join(process.cwd(), 'a.txt'), oldText: null, newText: 'approved' };
    await ask('w', 'write', { kind: 'edit', content: [diff], rawInput: { path: 'a.txt' } });
    writeFileSync('a.txt', 'something else');
    complete('w');
    await new Promise(() => undefined);
  },
  async crash() {
    process.stderr.write('out of luck\n');
    process.exit(7);
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
  async huge() {
    const diff = { type: 'diff', path: join(process.cwd(), 'huge.txt'), oldText: null, newText: 'z'.repeat(900_000) };
    const outcome = await ask('h', 'write', { kind: 'edit', content: [diff] });
    say(`huge: ${outcome.optionId}`);
  },
  async forever() {
    await new Promise(() => undefined);
  },
  async spy() {
    const found = { env: process.env, uid: process.getuid(), files: {} };
    const paths = [`/proc/${process.ppid}/environ`, `/proc/${process.ppid}/mem`, '../runner/askpass', '../runner'];
    for (const path of paths) {
      try {
        found.files[path] = readFileSync(path, 'latin1').slice(0, 4_000);
      } catch (error) {
        found.files[path] = error.code;
      }
    }
    say(JSON.stringify(found));
  },
  async daemon() {
    const child = spawn('setsid', ['sleep', '987654'], { detached: true, stdio: 'ignore' });
    child.unref();
    say(`daemon ${child.pid}`);
  },
  async hooks() {
    // Its own .git, hooks, attributes and a link that leads out: none of it may run, or be followed.
    execFileSync('sh', [
      '-c',
      'mkdir -p .git/hooks && printf "#!/bin/sh\\ntouch $PWD/../hooked\\n" > .git/hooks/pre-commit && chmod +x .git/hooks/*',
    ]);
    writeFileSync(
      '.git/config',
      '[core]\n\tfsmonitor = touch ../fsmonitored\n[filter "evil"]\n\tclean = touch ../filtered\n',
    );
    writeFileSync('.gitattributes', '* filter=evil diff=evil\n');
    mkdirSync('sub', { recursive: true });
    symlinkSync('/etc/hostname', 'sub/link');
    writeFileSync('plain.txt', 'plain\n');
    say('done');
  },
};

async function prompt(text) {
  if (text.includes('Reason:')) return say(`I heard: ${/Reason: (.*)/.exec(text)[1]}`);
  const title = /<task id="[^"]*">\n(\w+)/.exec(text)?.[1];
  await acts[title]?.();
}

let current = null;
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result);
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === 'session/new') return send({ id, result: { sessionId: 's' } });
  if (method === 'session/cancel') {
    if (current !== null) send({ id: current, result: { stopReason: 'cancelled' } });
    current = null;
  }
  if (method === 'session/prompt') {
    current = id;
    await prompt(params.prompt[0].text);
    if (current === id) send({ id, result: { stopReason: 'end_turn' } });
    current = null;
  }
});
