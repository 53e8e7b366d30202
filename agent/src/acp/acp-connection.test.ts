import { TransformStream } from 'node:stream/web';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import { openConnection } from './acp-connection.ts';

interface Message {
  id?: number;
  method: string;
}

/** An agent that answers session/load first and replays its session afterwards, 100 ms between two words. */
async function continued(history: string[]) {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>();
  const fromAgent = new TransformStream<Uint8Array, Uint8Array>();
  const writer = fromAgent.writable.getWriter();
  const send = (message: object) =>
    void writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  const say = (text: string) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    send({ method: 'session/update', params: { sessionId: 'earlier', update } });
  };
  const heard: string[] = [];
  const answer = ({ id, method }: Message) => {
    heard.push(method);
    if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
    if (method === 'session/load') {
      send({ id, result: {} });
      history.forEach((words, index) => setTimeout(() => say(words), 100 * index));
    }
    if (method === 'session/prompt') {
      say('new words');
      send({ id, result: { stopReason: 'end_turn' } });
    }
  };
  void (async () => {
    let rest = '';
    for await (const chunk of toAgent.readable) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(JSON.parse(line) as Message);
    }
  })();
  const taken: string[] = [];
  const onUpdate = (update: SessionUpdate) =>
    void taken.push(
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : '',
    );
  const never = () => Promise.reject(new Error('Nothing is asked'));
  const connection = await openConnection({
    process: {
      stdin: toAgent.writable,
      stdout: fromAgent.readable,
      exited: new Promise(() => undefined),
      stop: async () => undefined,
    },
    spec: { name: 'Agent', needsModel: false, command: () => null },
    cwd: '/',
    previousId: 'earlier',
    handlers: { onUpdate, onPermission: never, onElicitation: never },
    log: Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined }),
    redact: createRedactor(),
    signal: new AbortController().signal,
  });
  return { connection, taken, heard };
}

const history = ['one', 'two', 'three', 'four', 'five'];

it('takes a replayed session for nothing new, even when it is replayed after the answer', async () => {
  const { connection, taken } = await continued(history);
  expect(connection.isContinued).toBe(true);
  expect(await connection.prompt('Go on.')).toBe('end_turn');
  expect(taken).toEqual(['new words']);
  expect(await connection.prompt('Go on.'), 'nothing is waited for again').toBe('end_turn');
  expect(taken).toEqual(['new words', 'new words']);
});

it('does not prompt an agent whose turn was cancelled while it replayed its session', async () => {
  const { connection, taken, heard } = await continued(history);
  const answer = connection.prompt('Go on.');
  await connection.cancel();
  expect(await answer).toBe('cancelled');
  expect(heard).not.toContain('session/prompt');
  expect(taken).toEqual([]);
  expect(await connection.prompt('Go on.')).toBe('end_turn');
});
