import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import { estimateTokens, type Metering } from './meter/admit-call.ts';
import { createTokenCounter } from './reply/count-tokens.ts';
import { createMeteredReply } from './reply/metered-reply.ts';
import { readRetryAfter } from './trouble/is-used-up.ts';
import { hasBody } from './model-style.ts';
import type { ModelReports } from './trouble/model-watch.ts';
import { tellReplyFromPage } from './reply/tell-reply-from-page.ts';
import type { ReceivedCall } from './request/receive-call.ts';

/** Headers that concern one connection only, or that the proxy sets itself. */
export const dropped: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'te',
  // Trailers are not passed on. Node throws where one is announced and the body has a length.
  'trailer',
  'expect',
  'upgrade',
  // Compressed answers could not be looked into.
  'accept-encoding',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'cookie',
]);

/**
 * Milliseconds a connection may take; with the seconds that passing trouble must last, a person knows of it within 15 s.
 */
const CONNECT_MS = 9_000;

/** How much of a refusal is read; more is of no use to anybody. */
const REFUSAL_BYTES = 64 * 1024;

export type RequestHeaders = Record<string, string | string[]>;

/** An agent's request on its way to the model. */
export interface Forwarded {
  target: URL;
  headers: RequestHeaders;
  req: IncomingMessage;
  res: ServerResponse;
  /** Null for a request that asks no model, and is not metered. */
  call: ReceivedCall | null;
}

export interface ForwardOptions {
  metering: Metering;
  log: Log;
  redact: Redactor;
  watch: ModelReports;
  /** How long a connection may take before it counts as trouble. */
  connectMs?: number;
}

/** Passes the request on, and the reply back as it comes; settles a call with what its reply has used. */
export function forward(forwarded: Forwarded, options: ForwardOptions): void {
  const { target, req, res, call } = forwarded;
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  let hasReply = false;
  const upstream = send(target, { method: req.method, headers: framed(forwarded) }, (reply) => {
    hasReply = true;
    passBack(reply, forwarded, options);
  });
  if (call !== null) {
    const { connectMs = CONNECT_MS, watch } = options;
    const detail = `no connection within ${connectMs / 1000} seconds`;
    whereNoConnection(upstream, connectMs, () => watch.fails({ status: null, detail }, call.model));
  }
  upstream.on('error', (error) => {
    const isLeft = res.destroyed && upstream.writableFinished;
    if (!hasReply && call !== null) settleUnanswered(call, isLeft, options.metering);
    if (!hasReply && call !== null && !isLeft && !res.destroyed) {
      options.watch.fails({ status: null, detail: options.redact(error.message) }, call.model);
    }
    options.log(`the model cannot be reached: ${error.message}`);
    if (res.headersSent) res.destroy();
    else res.writeHead(502, { 'Content-Type': 'text/plain' }).end('The model cannot be reached.');
  });
  res.on('close', () => upstream.destroy());
  if (call !== null) upstream.end(call.body);
  else if (hasBody(req.method ?? '')) req.pipe(upstream);
  else {
    req.resume(); // what comes nevertheless
    upstream.end();
  }
}

/**
 * The headers with the length of what is sent. With a method that has no body Node says nothing of one, and the model
 * would read what is sent behind such a head as the connection's next request: made with the real key, and not metered.
 */
function framed({ headers, req, call }: Forwarded): RequestHeaders {
  const { 'content-length': given, ...others } = headers;
  if (call !== null) return { ...others, 'content-length': String(call.body.length) };
  // Without a length, Node sends the body in chunks.
  return given === undefined || !hasBody(req.method ?? '') ? others : { ...others, 'content-length': given };
}

/**
 * Calls `tell` where a request is still without a connection after this time, as at an address that drops what it is
 * sent. The attempt goes on until the system gives it up.
 */
function whereNoConnection(upstream: ClientRequest, afterMs: number, tell: () => void): void {
  const timer = setTimeout(tell, afterMs);
  timer.unref();
  const stop = () => clearTimeout(timer);
  upstream.once('close', stop);
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', stop);
    else stop();
  });
}

/** An agent that leaves before the reply has still asked; a model that fails before its reply has given nothing. */
function settleUnanswered({ metered, body }: ReceivedCall, isLeft: boolean, { tell }: Metering): void {
  metered.settle(isLeft ? { inputTokens: estimateTokens(body.length), outputTokens: 0 } : null);
  if (isLeft) void tell();
}

function passBack(reply: IncomingMessage, { target, req, res, call }: Forwarded, options: ForwardOptions): void {
  const { log, redact, watch } = options;
  const status = reply.statusCode ?? 502;
  const kept = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !dropped.has(name)));
  const { 'content-length': _length, ...unmeasured } = kept;
  if (call !== null && status < 400) {
    const onReply = () => {
      // With a content length, the agent would take the reply as whole before its end is passed on. A connection that is
      // reset before it says anything has been answered already.
      if (!res.headersSent) res.writeHead(status, redact.inValue(unmeasured));
      passOnMetered(reply, { res, target, req, call }, options);
    };
    return tellReplyFromPage(reply, onReply, (failure) => {
      call.metered.settle(null);
      const detail = redact(failure.detail);
      log(`no model answers ${req.method} ${target.pathname}: ${detail}`);
      watch.fails({ ...failure, detail }, call.model);
      reply.destroy();
      // A status with which agents do not ask again.
      if (!res.headersSent)
        res.writeHead(404, { 'Content-Type': 'text/plain' }).end('No model answers at this address.');
    });
  }
  call?.metered.settle(null);
  if (status < 400) {
    res.writeHead(status, redact.inValue(kept));
    reply.pipe(res);
    reply.on('error', () => res.destroy());
    return;
  }
  log(`the model answered ${status} to ${req.method} ${target.pathname}`);
  const { 'content-encoding': _encoding, ...others } = unmeasured;
  readRefusal(reply).then(
    (text) => {
      const retryAfterSeconds = readRetryAfter(reply.headers['retry-after']);
      if (call !== null) watch.fails({ status, detail: redact(text), retryAfterSeconds }, call.model);
      // At a 401 Claude takes its own credentials for outdated and asks again, for minutes; at a 403 no agent does.
      res.writeHead(status === 401 ? 403 : status, redact.inValue(others)).end(redact(text));
    },
    () => res.destroy(),
  );
}

/** Passes the reply on, counting what it says. */
function passOnMetered(
  reply: IncomingMessage,
  { res, target, req, call }: Pick<Forwarded, 'res' | 'target' | 'req'> & { call: ReceivedCall },
  { metering, watch, log, redact }: ForwardOptions,
): void {
  const { stream, breakOff } = createMeteredReply({
    call: call.metered,
    requestBytes: call.body.length,
    counter: isPlain(reply) ? createTokenCounter(call.style) : null,
    metering,
    onAnnounce: () => watch.announces(),
    onBegin: () => watch.answers(),
    onFailure(failure) {
      const detail = redact(failure.detail);
      log(`the model answered ${req.method} ${target.pathname} with an error: ${detail}`);
      watch.fails({ ...failure, detail }, call.model);
    },
    onEnd: (end, speaks, hasFailed) => void (call.offersTools && watch.ends(end, speaks, hasFailed)),
  });
  pipeline(reply, stream, res, breakOff);
}

/** A refusal that cannot be read, or is too long, is left out. */
async function readRefusal(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (!isPlain(reply) || bytes > REFUSAL_BYTES) return `The model answered ${reply.statusCode}.`;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isPlain({ headers }: IncomingMessage): boolean {
  return ['', 'identity'].includes(headers['content-encoding'] ?? '');
}
