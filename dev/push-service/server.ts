import { createECDH, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { listen, type Listening } from '../lib/listen.ts';
import { refusalOf } from './check-headers.ts';
import { decrypt, type SubscriptionKeys } from './decrypt.ts';

/** What a push service may answer instead of accepting a message: a status, or nothing at all (0). */
const answer = z.object({ status: z.number(), retryAfter: z.number().optional() });
type Answer = z.infer<typeof answer>;

interface Subscription extends SubscriptionKeys {
  answers: Answer;
  messages: { payload: unknown; topic: string | null; urgency: string | null; ttl: number; at: number }[];
}

const TAKEN: Answer = { status: 201 };
const KEPT_MESSAGES = 1_000;

/**
 * A push service on a port of 127.0.0.1 (0: any), and the browsers that are subscribed there:
 *   POST   /subscriptions            a new one: endpoint and keys, as a browser's push manager gives them
 *   POST   /push/:id                 the endpoint. The message is checked and decrypted
 *   GET    /subscriptions/:id        what has arrived, decrypted
 *   PUT    /subscriptions/:id        what is answered from now on, whatever is sent
 *   DELETE /subscriptions/:id        the browser gives it up: 410 from now on
 *   POST   /hooks/:id, GET …         a webhook, and what it was called with
 */
export async function startPushService(port: number): Promise<Listening> {
  const subscriptions = new Map<string, Subscription>();
  const hooks = new Map<string, { headers: Record<string, unknown>; body: string }[]>();
  const server = await listen((req, res) => {
    serve(req, res).catch((error: unknown) => reply(res, 500, String(error)));
  }, port);
  const origin = `http://127.0.0.1:${server.port}`;
  return server;

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, kind = '', id = ''] = (req.url ?? '/').split('/');
    const body = await buffer(req);
    if (kind === '' && req.method === 'GET') return reply(res, 200, 'A push service of this machine');
    if (kind === 'hooks') return serveHook(req, res, id, body);
    if (kind === 'subscriptions' && id === '' && req.method === 'POST') return subscribe(res);
    const subscription = subscriptions.get(id);
    if (!subscription) return reply(res, kind === 'push' ? 410 : 404, 'There is no such subscription');
    if (kind === 'push') return take(req, res, subscription, body);
    if (req.method === 'GET') return replyJson(res, 200, subscription.messages);
    if (req.method === 'PUT') subscription.answers = answer.parse(JSON.parse(body.toString()));
    if (req.method === 'DELETE') subscriptions.delete(id);
    reply(res, 204, '');
  }

  function subscribe(res: ServerResponse): void {
    const browser = createECDH('prime256v1');
    const p256dh = browser.generateKeys('base64url');
    const auth = randomBytes(16);
    const id = randomBytes(16).toString('hex');
    subscriptions.set(id, { privateKey: browser.getPrivateKey(), auth, answers: TAKEN, messages: [] });
    const keys = { p256dh, auth: auth.toString('base64url') };
    replyJson(res, 201, { id, endpoint: `${origin}/push/${id}`, keys });
  }

  function take(req: IncomingMessage, res: ServerResponse, subscription: Subscription, body: Buffer): void {
    const { headers } = req;
    const refusal = refusalOf(headers, origin);
    if (refusal) return reply(res, ...refusal);
    const payload: unknown = JSON.parse(decrypt(subscription, body));
    const { status, retryAfter } = subscription.answers;
    if (status === 0) return; // the caller waits until it gives up
    if (status === 201) {
      const [topic, urgency] = [String(headers.topic ?? ''), String(headers.urgency ?? '')];
      subscription.messages.push({ payload, topic, urgency, ttl: Number(headers.ttl), at: Date.now() });
      subscription.messages.splice(0, subscription.messages.length - KEPT_MESSAGES);
    }
    if (retryAfter !== undefined) res.setHeader('retry-after', String(retryAfter));
    reply(res, status, '');
  }

  function serveHook(req: IncomingMessage, res: ServerResponse, id: string, body: Buffer): void {
    const calls = hooks.get(id) ?? [];
    hooks.set(id, calls);
    if (req.method === 'GET') return replyJson(res, 200, calls);
    calls.push({ headers: req.headers, body: body.toString() });
    reply(res, 200, '');
  }
}

function replyJson(res: ServerResponse, status: number, value: unknown): void {
  res.setHeader('content-type', 'application/json');
  reply(res, status, JSON.stringify(value));
}

function reply(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { connection: 'close' });
  res.end(text);
}
