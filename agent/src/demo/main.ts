// The demo agent: speaks the Agent Client Protocol over stdio, has no model, and says so. Its steps are small, real and
// predictable.
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { answerPrompt } from './answer-prompt.ts';
import { loadSession, newSession, type DemoSession } from './demo-session.ts';

const sessions = new Map<string, DemoSession>();

const connection = acp
  .agent({ name: 'countersign-demo' })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'countersign-demo', title: 'Demo agent', version: '1' },
    agentCapabilities: { loadSession: true },
  }))
  .onRequest(acp.methods.agent.session.new, async ({ params }) => {
    const session = await newSession(params.cwd);
    sessions.set(session.id, session);
    return { sessionId: session.id };
  })
  .onRequest(acp.methods.agent.session.load, async ({ params, client }) => {
    const session = await loadSession(params.sessionId, params.cwd);
    if (session === null) throw acp.RequestError.sessionNotFound(params.sessionId);
    sessions.set(session.id, session);
    for (const update of session.state.history) {
      await client.notify(acp.methods.client.session.update, { sessionId: session.id, update });
    }
    return {};
  })
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    if (session === undefined) throw acp.RequestError.sessionNotFound(params.sessionId);
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { stopReason: await answerPrompt(text, session, client) };
  })
  .onNotification(acp.methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.turn?.abort();
  })
  .connect(
    acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );

await connection.closed;
