import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerAsChat,
  answerAsGemini,
  answerAsMessages,
  answerAsResponses,
  type Act,
  type Answer,
} from './model-answers.ts';

export interface ModelServer {
  url: string;
  key: string;
  /** Every request's body, as text. */
  requests: string[];
  close(): void;
}

const providers: ReadonlyArray<[path: RegExp, answer: Answer]> = [
  [/\/chat\/completions/, answerAsChat],
  [/\/messages/, answerAsMessages],
  [/\/responses/, answerAsResponses],
  [/:streamGenerateContent|:generateContent/, answerAsGemini],
];

/** A model on loopback that follows a script, in the streaming APIs of four providers. Anything without tools (titles) gets two words. */
export async function startModelServer(script: Act[]): Promise<ModelServer> {
  const requests: string[] = [];
  const key = 'the-real-key-of-the-model';
  let calls = 0;
  const server = createServer((req, res) => {
    void readBody(req).then((body) => {
      const answer = providers.find(([path]) => path.test(req.url ?? ''))?.[1];
      if (keyOf(req) !== key) return void res.writeHead(401).end();
      if (answer === undefined || req.method !== 'POST') return void res.writeHead(404).end('{}');
      requests.push(body);
      const parsed = JSON.parse(body) as { tools?: unknown[] };
      const act: Act = parsed.tools?.length ? (script.shift() ?? { say: 'Done.' }) : { say: 'A title' };
      calls += 1;
      answer(act, calls, res);
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

function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer (.*)$/.exec(headers.authorization ?? '') ?? [];
  return bearer ?? [headers['x-goog-api-key'], headers['x-api-key']].flat().find((key) => key !== undefined);
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
