import * as z from 'zod/mini';
import { SEEN_HASH_HEADER } from './lib/constants.ts';
import { errorReply, type ErrorReply } from './lib/error.ts';
import { fillPath, type Params, type Route } from './routes/route.ts';

/** A reply that is not 2xx. Its message is `{status}: {text}`. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    /** The reply's text, or the status text where it has none. */
    readonly text: string,
    /** The reply as our server words it; null when something else answered. */
    readonly reply: ErrorReply | null,
    /** Seconds to wait, where the server says so. */
    readonly retryAfter: number | null = null,
  ) {
    super(`${status}: ${text}`);
  }
}

/** A reply of ours that does not have the declared shape. */
export class UnexpectedReplyError extends Error {
  override name = 'UnexpectedReplyError';
}

export interface ClientOptions {
  /** Put before each path; empty in a browser on the same host. */
  baseUrl?: string;
  /** Headers of each call; the Authorization header comes from here. */
  headers?: () => Promise<Record<string, string>> | Record<string, string>;
  fetch?: typeof fetch;
}

type InputOf<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : void;
type AnyRoute = Route;

/** What a call of a route takes: params, query and body where the route has them. */
export type CallInput<R extends AnyRoute> = (keyof Params<R['path']> extends never
  ? { params?: undefined }
  : { params: Params<R['path']> }) &
  (R extends { query?: infer Q } ? { query?: InputOf<Q> } : unknown) &
  (R extends { body?: infer B }
    ? undefined extends InputOf<B>
      ? { body?: undefined }
      : { body: InputOf<B> }
    : unknown) &
  (R extends { aboutShownBytes: true } ? { ifMatch: string | null } : unknown) & {
    /** Hash of the bytes that the person saw, sent as If-Match and X-Seen-Hash; null: none is known, and the server compares none. */
    ifMatch?: string | null;
    /** Headers of this call alone, e.g. X-Log-Position. */
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

export type CallOutput<R extends AnyRoute> = R extends { reply?: infer S } ? OutputOf<S> : void;

export interface Client {
  /** Calls a route and parses its reply. Throws ApiError, UnexpectedReplyError, or what `fetch` throws. */
  call<R extends AnyRoute>(
    route: R,
    ...input: Record<string, never> extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>]
  ): Promise<CallOutput<R>>;
  /** Like `call`, with the headers of the reply: those of a list lead to its next page. */
  callFully<R extends AnyRoute>(
    route: R,
    ...input: Record<string, never> extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>]
  ): Promise<{ reply: CallOutput<R>; headers: Headers }>;
}

/** The typed client of the routes declared in this package. */
export function createClient(options: ClientOptions = {}): Client {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const client: Client = {
    async call(route, ...input) {
      return (await client.callFully(route, ...input)).reply;
    },
    async callFully(route, ...[input]) {
      const given = (input ?? {}) as LooseInput;
      const response = await send(urlOf(options.baseUrl ?? '', route, given), {
        method: route.method,
        credentials: 'include',
        headers: {
          ...(given.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...seenHash(given.ifMatch ?? null),
          ...given.headers,
          ...(await options.headers?.()),
        },
        body: given.body === undefined ? undefined : JSON.stringify(given.body),
        signal: given.signal,
      });
      if (!response.ok) throw await toApiError(response);
      return { reply: (await parseReply(route, response)) as CallOutput<typeof route>, headers: response.headers };
    },
  };
  return client;
}

const seenHash = (hash: string | null): Record<string, string> =>
  hash === null ? {} : { 'If-Match': `"${hash}"`, [SEEN_HASH_HEADER]: hash };

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

function urlOf(baseUrl: string, route: AnyRoute, input: LooseInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  // Not its size: Safari has had it only since 2023.
  const text = query.toString();
  const search = text === '' ? '' : `?${text}`;
  return baseUrl + fillPath(route.path, input.params ?? {}) + search;
}

async function parseReply(route: AnyRoute, response: Response): Promise<unknown> {
  if (!route.reply) return undefined;
  const parsed = z.safeParse(route.reply, await response.json());
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new UnexpectedReplyError(
    `${route.method} ${route.path} answered unexpectedly: ${first?.path.join('.')} ${first?.message}`,
  );
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, text || response.statusText, parseError(text), retryAfter || null);
}

function parseError(text: string): ErrorReply | null {
  try {
    const parsed = z.safeParse(errorReply, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
