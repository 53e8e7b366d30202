import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import type { USED } from './github-api/used.ts';

type Schema = Record<string, unknown>;

interface Operation {
  method: (typeof USED)[number]['method'];
  path: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  body?: Schema & { properties?: Record<string, unknown> };
  /** By status. */
  replies: Record<string, Schema>;
}

interface Description {
  operations: Operation[];
  schemas: Record<string, Schema>;
}

/** Compiled when first needed: most starts of the git host end before that. */
const compiled = new Map<Schema, z.ZodType>();
let description: Description | undefined;

/**
 * Lets through only requests and replies that GitHub's published description (github-api/) knows. Anything else is
 * answered with 500, in words, and logged, since it would fail at GitHub itself.
 */
export function asDescribed(): RequestHandler {
  return (req, res, next) => {
    const operation = read().operations.find((one) => one.method === req.method && matches(one.path, req.path));
    const wrong = operation === undefined ? 'no operation that is known' : wrongIn(operation, req);
    if (wrong !== null) return refuse(req, res, `is not a request that GitHub describes: ${wrong}`);
    const send = res.json.bind(res);
    res.json = (reply: unknown) => {
      res.json = send;
      const badReply = operation && wrongReply(operation, res.statusCode, reply);
      if (badReply) refuse(req, res, `got no reply that GitHub describes: ${res.statusCode}, ${badReply}`);
      else send(reply);
      return res;
    };
    next();
  };
}

function refuse(req: Request, res: Response, why: string): void {
  const message = `${req.method} ${req.originalUrl} ${why}`;
  console.error(message);
  res.status(500).json({ message });
}

/** A parameter at the end may contain slashes, as a branch's name does. */
function matches(template: string, path: string): boolean {
  const pattern = template.replace(/\{ref\}$/, '.+').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** What is wrong with a request; null if nothing is. */
function wrongIn({ parameters, body }: Operation, req: Request): string | null {
  if (!req.get('user-agent')) return 'GitHub refuses who does not say what they are (User-Agent)';
  const known = parameters.filter((one) => one.in === 'query');
  for (const [name, value] of Object.entries(req.query)) {
    const parameter = known.find((one) => one.name === name);
    if (parameter === undefined) return `it has no parameter ${name}`;
    const isNumber = parameter.schema.type === 'integer';
    const wrong = wrongBy(parameter.schema, isNumber ? Number(value) : value);
    if (wrong !== null) return `${name}: ${wrong}`;
  }
  if (body === undefined) return null;
  const given = z.record(z.string(), z.unknown()).safeParse(req.body).data ?? {};
  const unknown = Object.keys(given).find((key) => !(key in (body.properties ?? {})));
  return unknown === undefined ? wrongBy(body, given) : `it has no field ${unknown}`;
}

/** What is wrong with a reply; null if nothing is. Bad credentials can happen everywhere and are described nowhere. */
function wrongReply({ replies }: Operation, status: number, reply: unknown): string | null {
  const schema = replies[status] ?? (status === 401 ? read().schemas['basic-error'] : undefined);
  return schema === undefined ? 'a status that it does not have' : wrongBy(schema, reply);
}

function wrongBy(schema: Schema, value: unknown): string | null {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = z.fromJSONSchema({ ...schema, definitions: read().schemas }, { defaultTarget: 'openapi-3.0' });
    compiled.set(schema, check);
  }
  const { error } = check.safeParse(value);
  return error ? z.prettifyError(error) : null;
}

function read(): Description {
  description ??= JSON.parse(
    readFileSync(join(import.meta.dirname, 'github-api/description.json'), 'utf8'),
  ) as Description;
  return description;
}
