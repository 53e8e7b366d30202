import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ModelUsage } from '@countersign/contract/agent';
import {
  answerAsChat,
  answerAsGemini,
  answerAsMessages,
  answerAsResponses,
  type Act,
  type Answer,
} from './model-answers.ts';
import { serve } from './serve.ts';

export interface ModelServer {
  url: string;
  key: string;
  /** The body of every request, as text. */
  requests: string[];
  /** The sum of what the model used in all its answers, whether it said so or not. */
  usage: ModelUsage;
  /** How many calls wait for their answer (`Act.after`), their clients still there. */
  readonly held: number;
  /** If set, each call is answered with it. */
  refusal: { status: number; message: string } | null;
  close(): void;
}

/** The parts of a request that the server looks at. */
interface Asked {
  model?: string;
  max_tokens?: number;
  tools?: unknown[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
}

const providers: ReadonlyArray<[path: RegExp, answer: Answer]> = [
  [/\/chat\/completions/, answerAsChat],
  [/\/messages/, answerAsMessages],
  [/\/responses/, answerAsResponses],
  [/:streamGenerateContent|:generateContent/, answerAsGemini],
];

/** No two calls use the same amount, so that none can be mistaken for another. */
const usageOf = (number: number): ModelUsage => ({ inputTokens: 1_000 + 17 * number, outputTokens: 10 + 3 * number });

/**
 * A model on loopback that follows a script, in the APIs of four providers, streamed or not. Requests without tools
 * (for titles) get two words.
 */
export async function startModelServer(script: Act[]): Promise<ModelServer> {
  const requests: string[] = [];
  const usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const key = 'the-real-key-of-the-model';
  let calls = 0;
  const follow = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req);
    const answer = providers.find(([path]) => path.test(req.url ?? ''))?.[1];
    if (keyOf(req) !== key) return void res.writeHead(401).end();
    if (answer === undefined || req.method !== 'POST') return void res.writeHead(404).end('{}');
    requests.push(body);
    if (served.refusal !== null) {
      const { status, message } = served.refusal;
      const error = { message, code: status, status: 'REFUSED', type: 'error' };
      return void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
    }
    const parsed = JSON.parse(body) as Asked;
    if (parsed.model?.startsWith('gpt-5') && parsed.max_tokens !== undefined) {
      const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
      return void res
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { message } }));
    }
    const act: Act = parsed.tools?.length ? (script.shift() ?? { say: 'Done.' }) : { say: 'A title' };
    calls += 1;
    const number = calls;
    if (act.after !== undefined) await hold(act.after, res);
    if (res.destroyed) return; // the client has gone meanwhile
    const used = usageOf(number);
    usage.inputTokens += used.inputTokens;
    usage.outputTokens += used.outputTokens;
    const isStreamed = parsed.stream === true || req.url?.includes(':streamGenerateContent') === true;
    const tellsUsage = parsed.stream_options?.include_usage === true;
    answer(act, { number, usage: used, isStreamed, tellsUsage }, res);
  };
  let held = 0;
  const hold = async (after: Promise<unknown>, res: ServerResponse) => {
    held += 1;
    await Promise.race([after, new Promise((resolve) => res.once('close', resolve))]);
    held -= 1;
  };
  const { url, close } = await serve((req, res) => void follow(req, res));
  const served: ModelServer = {
    url,
    key,
    requests,
    usage,
    get held() {
      return held;
    },
    refusal: null,
    close: () => void close(),
  };
  return served;
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer (.*)$/.exec(headers.authorization ?? '') ?? [];
  return bearer ?? [headers['x-goog-api-key'], headers['x-api-key']].flat().find((key) => key !== undefined);
}
