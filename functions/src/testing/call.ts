import { fillPath, type ErrorReply, type Route } from '@countersign/contract';

/** What a test sends; raw, so that it can be wrong in any way. */
export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface RawReply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null if it is not JSON. */
  json: unknown;
}

/** Sends a request as it is, without any check. */
export async function callRaw(baseUrl: string, { method, path, headers, body }: RawCall): Promise<RawReply> {
  const response = await fetch(baseUrl + path, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The arguments of a route's call. */
export interface Arguments {
  params?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** The request of a route, as the typed client would send it. */
export function requestOf(route: Route, { params = {}, body }: Arguments, token?: string): RawCall {
  return {
    method: route.method,
    path: fillPath(route.path, params),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  };
}

/** The contract's error reply, or whatever was replied instead. */
export const errorOf = ({ json, text }: RawReply): ErrorReply =>
  (json as ErrorReply | null) ?? { message: text, code: '?' };

/** The paths of an error's issues, sorted: `name`, `edits.title`. */
export const issuePaths = (reply: RawReply): string[] =>
  (errorOf(reply).issues ?? []).map(({ path }) => path.join('.')).sort();
