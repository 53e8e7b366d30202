import type { IncomingMessage, ServerResponse } from 'node:http';
import { secondsLeftToday, type Admission } from './admit-call.ts';
import { includeUsage } from './include-usage.ts';
import type { MeteredCall } from './model-meter.ts';
import { refusalIn, type ModelStyle } from './model-style.ts';
import { readBody } from './read-body.ts';

/** A call of the model that may be passed on. */
export interface ReceivedCall {
  style: ModelStyle;
  body: Buffer;
  metered: MeteredCall;
}

/** More than any provider takes; it is held in memory, as it may have to wait. */
const BODY_LIMIT_MIB = 64;

/** Takes an agent's call in. Null where it goes no further: it is refused, and answered, or the agent has gone. */
export async function receiveCall(
  style: ModelStyle,
  req: IncomingMessage,
  res: ServerResponse,
  admission: Admission,
): Promise<ReceivedCall | null> {
  const leaving = new AbortController();
  res.on('close', () => leaving.abort());
  const given = await readBody(req, BODY_LIMIT_MIB * 1024 * 1024).catch(() => undefined);
  if (given === undefined) return null;
  if (given === null) return refuse(413, `A call of the model may have ${BODY_LIMIT_MIB} MiB at most.`, style, res);
  const body = style === 'chat' ? includeUsage(given) : given;
  const metered = await admission.admit(body.length, leaving.signal);
  if (!leaving.signal.aborted)
    return metered === null ? refuse(429, admission.reason(), style, res) : { style, body, metered };
  metered?.settle(null);
  return null;
}

function refuse(status: 413 | 429, message: string, style: ModelStyle, res: ServerResponse): null {
  const headers = {
    'Content-Type': 'application/json',
    ...(status === 429 ? { 'Retry-After': secondsLeftToday() } : {}),
  };
  res.writeHead(status, headers).end(JSON.stringify(refusalIn(style, status, message)));
  return null;
}
