import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Commands that the model has its agent run, one after the other; then it is done. */
const COMMANDS = ['echo one > one.txt', 'echo two > two.txt'];

/** A model on loopback with the APIs of OpenAI and Google; it answers at once, so that everything else is measured. */
export async function startScriptedModel(): Promise<{ url: string; close(): void }> {
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const isGemini = req.url?.includes('enerateContent') === true;
      // The conversation itself shows how far it is.
      const answered = body.split(isGemini ? '"functionResponse"' : '"role":"tool"').length - 1;
      const command = COMMANDS[answered];
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const chunks = isGemini ? asGemini(command) : asChat(answered, command);
      res.end(chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join(''));
    });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function asChat(number: number, command: string | undefined): unknown[] {
  const call = { name: 'bash', arguments: JSON.stringify({ command, description: 'Run it' }) };
  const delta =
    command === undefined
      ? { role: 'assistant', content: 'Done.' }
      : { role: 'assistant', tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: call }] };
  const chunk = (part: object, finish_reason: string | null) => ({
    id: `c${number}`,
    created: 1,
    model: 'm',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: part, finish_reason }],
  });
  const usage = { prompt_tokens: 1_000, completion_tokens: 10, total_tokens: 1_010 };
  const last = { ...chunk({}, null), choices: [], usage };
  return [chunk(delta, null), chunk({}, command === undefined ? 'stop' : 'tool_calls'), last, '[DONE]'];
}

function asGemini(command: string | undefined): unknown[] {
  const call = { name: 'run_shell_command', args: { command, description: 'Run it' } };
  const part = command === undefined ? { text: 'Done.' } : { functionCall: call };
  const usageMetadata = { promptTokenCount: 1_000, candidatesTokenCount: 10, totalTokenCount: 1_010 };
  return [
    { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata },
  ];
}
