import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../lib/is-record.ts';
import { wellFormed } from '../../server/fit-item.ts';
import { secondsLeftToday, type Admission } from '../meter/admit-call.ts';
import { includeUsage } from './include-usage.ts';
import { parsedBody } from './json-member.ts';
import type { MeteredCall } from '../meter/metered-call.ts';
import { refusalIn, type ModelStyle } from '../model-style.ts';
import { nameTokenLimit } from './name-token-limit.ts';
import { readBody } from './read-body.ts';

/** A call of the model that may be passed on. */
export interface ReceivedCall {
  style: ModelStyle;
  body: Buffer;
  /** The model that it asks; null if it does not say. */
  model: string | null;
  /** It lets the model use tools: a step of the agent's work, not a title or a summary. */
  offersTools: boolean;
  metered: MeteredCall;
}

/** More than any provider accepts; it is held in memory, since it may have to wait. */
const BODY_LIMIT_MIB = 64;
/** Most characters of a model's name. */
const NAME_LIMIT = 200;

/** A call as an agent makes it. */
export interface AskedCall {
  style: ModelStyle;
  pathname: string;
  req: IncomingMessage;
  res: ServerResponse;
}

/** Receives an agent's call. Null if it goes no further: it was refused, and answered, or the agent has gone. */
export async function receiveCall(
  { style, pathname, req, res }: AskedCall,
  admission: Admission,
): Promise<ReceivedCall | null> {
  const leaving = new AbortController();
  res.on('close', () => leaving.abort());
  const given = await readBody(req, BODY_LIMIT_MIB * 1024 * 1024).catch(() => undefined);
  if (given === undefined) return null;
  if (given === null) return refuse(413, `A call to the model may be at most ${BODY_LIMIT_MIB} MiB.`, style, res);
  const body = style === 'chat' ? nameTokenLimit(includeUsage(given)) : given;
  const parsed = parsedBody(body);
  const uncountable = whyUncountable(req, parsed, style);
  if (uncountable !== null) return refuse(400, uncountable, style, res);
  const { model, offersTools } = whatIsAsked(parsed, pathname);
  const metered = await admission.admit(body.length, leaving.signal, model);
  if (!leaving.signal.aborted)
    return metered === null
      ? refuse(429, admission.reason(), style, res)
      : { style, body, model, offersTools, metered };
  metered?.settle(null);
  return null;
}

/** With these the answer is fetched later, by another call: the reply that is counted would not have it. */
const LATER = ['background', 'deferred'];
const NO: readonly unknown[] = [undefined, null, false];

/** Why what a call uses could not be counted, for its agent; null where it can. */
function whyUncountable({ headers }: IncomingMessage, parsed: unknown, style: ModelStyle): string | null {
  if (!NO_ENCODING.includes(headers['content-encoding'])) return 'A compressed call cannot be read here.';
  // Others may read what is no JSON to us, such as another encoding.
  if (style === 'responses' && !isRecord(parsed)) return 'This call is no JSON object.';
  // Endpoints differ in what else they take for a yes.
  const later = isRecord(parsed) ? LATER.find((name) => !NO.includes(parsed[name])) : undefined;
  return later === undefined ? null : `${later} is not supported here: ask without it, and wait for the answer.`;
}

const NO_ENCODING: readonly unknown[] = [undefined, '', 'identity'];

/** The model's name in the body or the path, cut to the limit, and whether it may use tools. */
function whatIsAsked(parsed: unknown, pathname: string): Pick<ReceivedCall, 'model' | 'offersTools'> {
  const asked = isRecord(parsed) ? parsed : {};
  const offersTools = Array.isArray(asked.tools) && asked.tools.length > 0;
  const inPath = /\/models\/([^/:]+):/.exec(pathname)?.[1];
  if (inPath === undefined) return { model: typeof asked.model === 'string' ? nameOf(asked.model) : null, offersTools };
  try {
    return { model: nameOf(decodeURIComponent(inPath)), offersTools };
  } catch {
    return { model: null, offersTools };
  }
}

const nameOf = (name: string) => wellFormed(name.slice(0, NAME_LIMIT));

function refuse(status: 400 | 413 | 429, message: string, style: ModelStyle, res: ServerResponse): null {
  const headers = {
    'Content-Type': 'application/json',
    ...(status === 429 ? { 'Retry-After': secondsLeftToday() } : {}),
  };
  res.writeHead(status, headers).end(JSON.stringify(refusalIn(style, status, message)));
  return null;
}
