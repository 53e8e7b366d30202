import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the scripted model does in one turn of its own: says something, or calls a tool. */
export type Act = { say: string } | { tool: string; args: Record<string, unknown> };

export interface ModelServer {
  url: string;
  key: string;
  /** Every request's body, as text. */
  requests: string[];
  close(): void;
}

/** A model on loopback that follows a script, in the streaming API of a provider. Anything without tools (titles) gets two words. */
export async function startModelServer(script: Act[]): Promise<ModelServer> {
  const requests: string[] = [];
  const key = 'the-real-key-of-the-model';
  let calls = 0;
  const server = createServer((req, res) => {
    void readBody(req).then((body) => {
      const given = req.headers.authorization ?? `Bearer ${String(req.headers['x-goog-api-key'])}`;
      if (given !== `Bearer ${key}`) return void res.writeHead(401).end();
      requests.push(body);
      const parsed = JSON.parse(body) as { tools?: unknown[] };
      const act: Act = parsed.tools?.length ? (script.shift() ?? { say: 'Done.' }) : { say: 'A title' };
      calls += 1;
      if (req.url?.includes('/chat/completions')) answerAsChat(act, calls, res);
      else answerAsGemini(act, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerAsChat(act: Act, number: number, res: ServerResponse): void {
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: `c${number}`, object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  if ('say' in act) {
    res.write(chunk({ role: 'assistant', content: act.say }));
    res.write(chunk({}, 'stop'));
  } else {
    const call = {
      index: 0,
      id: `call_${number}`,
      type: 'function',
      function: { name: act.tool, arguments: JSON.stringify(act.args) },
    };
    res.write(chunk({ role: 'assistant', tool_calls: [call] }));
    res.write(chunk({}, 'tool_calls'));
  }
  res.end('data: [DONE]\n\n');
}

function answerAsGemini(act: Act, res: ServerResponse): void {
  const part = 'say' in act ? { text: act.say } : { functionCall: { name: act.tool, args: act.args } };
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  res.end(`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`);
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
