import { errorReply, errorStatus, routes, SEEN_HASH_HEADER, type ErrorCode, type Route } from '@countersign/contract';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { version } from '../settings/version.ts';
import { examples } from './examples.ts';
import { nameOf, Schemas, type SchemaName, type JsonSchema } from './schemas.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/**
 * The API as an OpenAPI 3.1 document, generated from the contract's routes: it cannot differ from what the server does.
 */
export function createDocument() {
  const schemas = new Schemas();
  const paths: Record<string, JsonSchema> = {};
  const Error = { description: 'What went wrong', content: json(schemas, errorReply, 'output') };
  for (const [operationId, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schemas, operationId, route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, description },
    servers: [{ url: '/' }],
    security: [{ idToken: [] }],
    paths,
    components: {
      schemas: withExamples(schemas.components),
      responses: { Error },
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ID token of the signed-in user' },
      },
    },
  };
}

const description = [
  'Coding agents propose, a person countersigns.',
  'Lists are JSON arrays of up to 1,000 entries and 4 MiB. If there are more, or with `limit`, the header X-Next-Cursor leads to the next page (`cursor`);',
  'on a first page that is cut, X-List-Counts says how many there are in all.',
  'The lists of all tasks and of approvals say so with `limit`, too.',
  'The request header X-List-First works like `limit`, but is not part of the address.',
  'A message to an agent that is sent again with the same Idempotency-Key counts as the same message; a project, repository, task or container requested again with the same key is the same one; a project or task that was deleted since is refused (409).',
  'A decision may be held back with the header X-Decision-Hold (seconds and a key, separated by a space) instead of `hold` in its body.',
  'A reply with a log names the log’s end in X-Log-Position; if the next call sends it along, the reply holds only what came after it, with X-Log-Continues.',
  'Times are ISO 8601 in UTC. Fields that are not declared are refused. Anything that is not yours is reported as missing (404).',
  'A method that a path does not have gets 405 with an Allow header.',
].join(' ');

function operation(schemas: Schemas, operationId: string, route: Route): JsonSchema {
  return {
    operationId,
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(route.caller === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(route.path), ...queryParameters(schemas, route), ...headerParameters(operationId)],
    ...(route.body ? { requestBody: requestBody(schemas, route.body) } : {}),
    responses: { [route.status]: success(schemas, route), ...failures(operationId, route) },
  };
}

/** A missing body counts as an empty one. */
function requestBody(schemas: Schemas, body: $ZodType): JsonSchema {
  return { required: !safeParse(body, {}).success, content: json(schemas, body, 'input') };
}

const tagOf = (path: string) => path.split('/')[2] ?? 'api';

function pathParameters(path: string): JsonSchema[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters(schemas: Schemas, { query }: Route): JsonSchema[] {
  if (!query) return [];
  const { properties = {} } = schemas.add(query, 'input') as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

/** The hash of what the person saw; without it the decision is about whatever the item holds. */
function headerParameters(operationId: string): JsonSchema[] {
  if (!['approveTaskItem', 'rejectTaskItem', 'answerTaskItem'].includes(operationId)) return [];
  return [
    { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' }, description: 'Hash that was seen' },
    {
      name: SEEN_HASH_HEADER,
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'The same, where a proxy keeps If-Match to itself',
    },
  ];
}

function success(schemas: Schemas, { status, reply }: Route): JsonSchema {
  if (!reply) return { description: 'Done' };
  return { description: status === 201 ? 'Created' : 'Success', content: json(schemas, reply, 'output') };
}

/** What single operations fail with besides: where they ask Cloud Run or GitHub, or look up what their body names. */
const further: Readonly<Record<string, readonly ErrorCode[]>> = {
  postProjectContainer: ['upstream_failed'],
  resumeContainer: ['upstream_failed'],
  postTaskItemPullRequest: ['upstream_failed'],
  postRepository: ['not_found'],
  postPushReceipt: ['not_found'],
};

/** The errors that routes of this kind give, and those of `further`; all have the same shape. */
function failures(operationId: string, route: Route): JsonSchema {
  const isUsers = route.caller === 'user';
  const codes: ErrorCode[] = [
    'rate_limited',
    'internal',
    'unavailable',
    ...when(route.body !== undefined || route.query !== undefined, 'invalid'),
    ...when(route.body !== undefined, 'too_large', 'unsupported_media_type'),
    ...when(isUsers, 'unauthorized'),
    ...when(isUsers && !route.strangers, 'not_admitted'),
    ...when(route.path.includes(':'), 'not_found'),
    ...when(isUsers && route.method !== 'GET', 'conflict'),
    ...(further[operationId] ?? []),
  ];
  const statuses = codes.map((code) => errorStatus[code]).sort();
  return Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Error' }]));
}

const when = (isSo: boolean, ...codes: ErrorCode[]) => (isSo ? codes : []);

function json(schemas: Schemas, schema: $ZodType, io: 'input' | 'output'): JsonSchema {
  const name = nameOf(schema);
  const example = name && { example: examples[name] };
  return { 'application/json': { schema: schemas.add(schema, io), ...example } };
}

function withExamples(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(components) as [SchemaName, JsonSchema][];
  return Object.fromEntries(entries.map(([name, schema]) => [name, { ...schema, examples: [examples[name]] }]));
}
