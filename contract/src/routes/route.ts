import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, a signed-in user with a Firebase ID token, or an agent's container with its own token. */
export type Caller = 'public' | 'user' | 'agent';

/** The names after a colon in a path: `/api/tasks/:id` has `id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<Path extends string> = { [Name in ParamNames<Path>]: string };

/** One HTTP route, declared once: server, client, tests and the OpenAPI document are made from it. */
export interface Route<
  Path extends string = string,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> {
  method: Method;
  path: Path;
  caller: Caller;
  /** Also open to users who are signed in but not admitted to this deployment, so that they can leave it again. */
  strangers?: true;
  /** One line for the API's documentation. */
  summary: string;
  query?: Query;
  body?: Body;
  /** How many bytes a body may have, if less than BODY_LIMIT_BYTES. */
  bodyBytes?: number;
  /** Absent: the reply has no body (204). */
  reply?: Reply;
  /** The HTTP status of success. */
  status: 200 | 201 | 204;
}

type Declared<Path extends string, Query, Body, Reply> = {
  method: Method;
  path: Path;
  caller?: Caller;
  strangers?: true;
  summary: string;
  query?: Query;
  body?: Body;
  bodyBytes?: number;
  reply?: Reply;
  status?: 200 | 201 | 204;
};

/** Declares a route. Unless said otherwise a user calls it, and it answers 200, or 204 without a reply. */
export function route<
  const Path extends string,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Reply extends z.ZodMiniType | undefined = undefined,
>(declared: Declared<Path, Query, Body, Reply>): Route<Path, Query, Body, Reply> {
  return { caller: 'user', status: declared.reply ? 200 : 204, ...declared };
}

/**
 * Declares that a person's call is about bytes that they were shown: whoever calls names their hash, or says that they
 * know none.
 */
export function aboutShownBytes<R extends Route>(declared: R): R & { aboutShownBytes: true } {
  return { ...declared, aboutShownBytes: true };
}

/** The path with its parameters filled in and percent-encoded. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}
