import { deviceName, SEEN_HASH_HEADER, UNKNOWN_BROWSER } from '@countersign/contract';
import type { CallOutput, Caller, Params, Route } from '@countersign/contract';
import type { Request, RequestHandler, Response, Router } from 'express';
import * as z from 'zod';
import * as core from 'zod/v4/core';
import { DomainError, invalid, invalidField, notFound } from '../lib/errors.ts';
import { isStorableId } from '../lib/id.ts';
import { Page } from '../lib/page.ts';
import { Positioned } from '../lib/positioned.ts';
import { readBody } from './body.ts';
import { isList } from './few-lists.ts';
import { joinIssues, toIssues, type ToldIssues } from './issues.ts';
import { readsOf, tellTiming } from './observe.ts';

type Output<Schema> = Schema extends core.$ZodType ? core.output<Schema> : undefined;

/** What a use-case receives: parsed by the contract, and nothing else of the request. */
interface Input<R extends Route> {
  params: Params<R['path']>;
  query: R extends { query?: infer Query } ? Output<Query> : undefined;
  body: R extends { body?: infer Body } ? Output<Body> : undefined;
  /** The hash that the person saw, from If-Match or X-Seen-Hash; null if not sent. */
  ifMatch: string | null;
  /** How far the caller already knows a growing reply, from X-Log-Position; null if not sent. */
  position: string | null;
  /**
   * The caller's name for this change, from Idempotency-Key: a repeat after a lost reply is the same change; null if
   * not sent.
   */
  idempotencyKey: string | null;
  /** The caller's browser, coarsely; null if it is none. */
  device: string | null;
}

type ReplyOf<R extends Route> =
  CallOutput<R> extends (infer Element)[] ? Element[] | Page<Element> : CallOutput<R> | Positioned<CallOutput<R>>;

/** A use-case: knows who calls and what is asked, nothing of HTTP. */
type UseCase<C, R extends Route> = (caller: C, input: Input<R>) => Promise<ReplyOf<R>>;

/** The caller, by a genuine token; `admitted` rejects if the token is no longer valid. */
export interface Authenticated<C> {
  caller: C;
  admitted?: Promise<void>;
  /** Told at the end how many documents the call has read. */
  hasRead?: (reads: number) => void;
}

/** Finds out who calls; throws `unauthorized`, `not_admitted`. */
export type Authenticate<C> = (req: Request, route: Route) => Promise<Authenticated<C>>;

/** Mounts a route of the contract and its use-case. */
export type Mount<C> = <R extends Route>(route: R, useCase: UseCase<C, R>) => void;

/** Remembers which methods a path has, so that every other one is answered with 405 and Allow. */
export type MethodsOfPath = Map<string, string[]>;

/**
 * The mount of one kind of caller. Steps of a request: find out who calls, check that the path's ids can exist, parse
 * query and body (all issues at once), run the use-case, cut the reply to what the contract declares.
 */
export function mounter<C>(
  router: Router,
  methods: MethodsOfPath,
  kind: Caller,
  authenticate: Authenticate<C>,
): Mount<C> {
  return (route, useCase) => {
    if (route.caller !== kind) throw new Error(`${route.method} ${route.path} is for a ${route.caller}, not a ${kind}`);
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
    const handler: RequestHandler = async (req, res) => {
      const { caller, admitted, hasRead } = await authenticate(req, route);
      const answer = async () => useCase(caller, await readInput(route, req, res));
      try {
        send(route, res, await (route.method === 'GET' ? meanwhile(admitted, answer) : afterwards(admitted, answer)));
      } finally {
        hasRead?.(readsOf(res));
      }
    };
    router[route.method.toLowerCase() as Lowercase<Route['method']>](route.path, handler);
  };
}

/** Reading begins while the identity provider is asked; nothing of it is replied before the caller is admitted. */
async function meanwhile<T>(admitted: Promise<void> | undefined, answer: () => Promise<T>): Promise<T> {
  const pending = answer();
  pending.catch(() => undefined); // a caller who is not admitted learns nothing of its failure either
  await admitted;
  return pending;
}

/** Nothing is changed for a caller who is not admitted. */
async function afterwards<T>(admitted: Promise<void> | undefined, answer: () => Promise<T>): Promise<T> {
  await admitted;
  return answer();
}

/** Refuses every other method of the mounted paths; mounted last. */
export function refuseOtherMethods(router: Router, methods: MethodsOfPath): void {
  for (const [path, allowed] of methods) {
    const allow = (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).join(', ');
    router.all(path, (req) => {
      throw new DomainError('method_not_allowed', `${req.method} is not allowed here`, { allow });
    });
  }
}

async function readInput<R extends Route>(route: R, req: Request, res: Response): Promise<Input<R>> {
  const takesBody = req.method !== 'GET' && req.method !== 'HEAD';
  const sent = takesBody ? await readBody(req, res, route.bodyBytes) : undefined;
  for (const [name, value] of Object.entries(req.params)) {
    if (typeof value !== 'string' || !isStorableId(value)) throw notFound(subjectOf(route.path, name));
  }
  const query = parsePart(route.query, { ...beginningOf(route, req), ...req.query });
  const body = parsePart(route.body, withHold(route, req, sent === undefined ? {} : sent));
  const { issues, more } = joinIssues(query.told, body.told);
  if (issues.length > 0) throw invalid(issues, more);
  // The schemas have just made these match the route's types; TypeScript cannot follow that through a generic.
  return {
    params: req.params,
    query: query.data,
    body: body.data,
    ifMatch: readIfMatch(req),
    position: req.get('X-Log-Position') ?? null,
    idempotencyKey: readIdempotencyKey(req),
    device: readDevice(req),
  } as Input<R>;
}

/** Words for error messages: what the ids in a path belong to. */
const subjects: Record<string, string> = {
  projects: 'Project',
  tasks: 'Task',
  items: 'Task item',
  'task-items': 'Task item',
  containers: 'Container',
  repositories: 'Repository',
  devices: 'Device',
  rules: 'Rule',
};

/** What a path parameter names, told by the segment before it. */
function subjectOf(path: string, parameter: string): string {
  const parts = path.split('/');
  const collection = parts[parts.indexOf(`:${parameter}`) - 1] ?? '';
  return subjects[collection] ?? 'This resource was';
}

/** X-List-First limits a list by header: a page gets its first rows from the same address as the whole list. */
function beginningOf(route: Route, req: Request): { limit?: string } {
  const limit = req.get('X-List-First');
  return limit === undefined || !isList(route) ? {} : { limit };
}

/**
 * X-Decision-Hold, `<seconds> <key>`, holds a decision back: sent as a header, so that the bodies of a page's calls
 * stay as they were. It is read as the body's field `hold`, which takes precedence where it is sent.
 */
function withHold({ body }: Route, req: Request, sent: unknown): unknown {
  const header = req.get('X-Decision-Hold');
  const takesHold = body instanceof core.$ZodObject && 'hold' in body._zod.def.shape;
  if (header === undefined || !takesHold || typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sent;
  // Whatever follows the first space is checked as the key, so nothing that was sent is passed over.
  const [seconds = '', ...key] = header.split(' ');
  return {
    hold: { seconds: /^\d+$/.test(seconds) ? Number(seconds) : seconds, key: key.join(' ') || undefined },
    ...sent,
  };
}

/** Where a route takes no query or no body, only an empty one is accepted. */
const nothing = z.strictObject({});

const none: ToldIssues = { issues: [], more: 0 };

function parsePart(schema: core.$ZodType | undefined, value: unknown): { data: unknown; told: ToldIssues } {
  const parsed = core.safeParse(schema ?? nothing, value);
  if (!parsed.success) return { data: undefined, told: toIssues(parsed.error, value) };
  return { data: schema && parsed.data, told: none };
}

/** Both headers say the same. A proxy may keep If-Match to itself; without any hash nothing would be compared. */
function readIfMatch(req: Request): string | null {
  const [match, seen] = [readHash(req.get('If-Match')), readHash(req.get(SEEN_HASH_HEADER))];
  if (match !== null && seen !== null && match !== seen)
    throw invalidField(SEEN_HASH_HEADER, 'It names another hash than If-Match');
  return match ?? seen;
}

function readHash(sent: string | undefined): string | null {
  const header = sent?.trim();
  if (!header || header === '*') return null;
  return header.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

function readIdempotencyKey(req: Request): string | null {
  const key = req.get('Idempotency-Key')?.replace(/^"(.*)"$/, '$1');
  if (key === undefined) return null;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw invalidField('Idempotency-Key', 'A key is 8 to 64 letters, digits, hyphens or underscores');
  return key;
}

function readDevice(req: Request): string | null {
  const name = deviceName(req.get('User-Agent') ?? '');
  return name === UNKNOWN_BROWSER ? null : name;
}

/** Where the next page begins, and how many things there are on all pages. */
function tellPage(res: Response, { nextCursor, counts }: Page<unknown>): void {
  if (nextCursor) res.set('X-Next-Cursor', nextCursor);
  if (counts) res.set('X-List-Counts', JSON.stringify(counts));
}

function tellPosition(res: Response, { position, continues }: Positioned<unknown>): void {
  if (position !== null) res.set('X-Log-Position', position);
  if (continues) res.set('X-Log-Continues', 'true');
}

function bodyOf(reply: unknown): unknown {
  if (reply instanceof Page) return reply.items;
  return reply instanceof Positioned ? reply.reply : reply;
}

/** Nothing leaves the server that the contract does not declare. */
function send(route: Route, res: Response, reply: unknown): void {
  if (reply instanceof Page) tellPage(res, reply);
  if (reply instanceof Positioned) tellPosition(res, reply);
  res.status(route.status);
  tellTiming(res);
  if (!route.reply) return void res.end();
  res.json(core.parse(route.reply, bodyOf(reply)));
}
