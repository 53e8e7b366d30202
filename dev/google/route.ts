import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod';
import type { GoogleState, Json } from './state.ts';

export interface Asked<Body extends Json = Json> {
  state: GoogleState;
  /** Host and path, decoded. */
  url: string;
  /** What the stars of a route's path stand for. */
  parts: string[];
  query: URLSearchParams;
  body: Body;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
  /** This server's own address. */
  origin: string;
}

export interface Route {
  method: string;
  path: RegExp;
  /** What the body may contain; null: it must be empty. 'bytes' is not JSON. */
  body: z.ZodType<Json> | 'bytes' | null;
  answer: (asked: Asked) => unknown;
}

/** A route by host and path: `*` is one segment, `**` any number of them. */
export function route<Body extends Json = Json>(
  method: string,
  path: string,
  body: z.ZodType<Body> | 'bytes' | null,
  answer: (asked: Asked<Body>) => unknown,
): Route {
  const pattern = path
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '(.+)' : part === '*' ? '([^/:]+)' : part.replace(/[.()$?+|^[\]\\]/g, '\\$&')))
    .join('');
  return { method, path: new RegExp(`^${pattern}$`), body, answer: answer as Route['answer'] };
}

const ended = new Map<string, unknown>();

/** A long-running operation that has ended and can be asked for. */
export function done(response: unknown, parent = 'operations'): { name: string; done: true; response: unknown } {
  const operation = { name: `${parent}/op-${ended.size + 1}`, done: true as const, response };
  ended.set(operation.name, operation);
  return operation;
}

/** An operation by its name. */
export const endedOperation = (name: string) => ended.get(name);
