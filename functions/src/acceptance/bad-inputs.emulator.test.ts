import { routes, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import fc from 'fast-check';
import { Agent, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { useStack } from '../testing/agents.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { isLong, sampled, seed } from '../../../dev/testing/sample.ts';
import { startTestObjectStore } from '../testing/object-store.ts';
import { newLane, type Lane } from './bad-input-lane.ts';
import { badBody, badHeaders, badQuery, badSegment, countPlaces, namedJson, withInPlace } from './bad-values.ts';
import { soundBodies } from './sound-bodies.ts';

startTestObjectStore();
useTestEnvironment({ RATE_LIMIT_USER: '10000000', RATE_LIMIT_ADDRESS: '10000000', IMAGE_TAGS: '' });
const stack = useStack();

const RUNS = isLong ? 20_000 : 120;
const LANES = isLong ? 6 : 3;
/** The largest refusal in bytes, whatever was sent. */
const REFUSAL_MAX = 64 * 1024;

type Named = [name: keyof typeof soundBodies | keyof typeof routes, route: Route];
const browserRoutes = Object.entries(routes) as Named[];
const runnerRoutes = Object.entries(agentRoutes) as Named[];

interface Case {
  name: string;
  route: Route;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

let lanes: Lane[];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => newLane(stack)));
});

test('every route that takes a body has sound ones', () => {
  const withBody = [...browserRoutes, ...runnerRoutes].filter(([, { body }]) => body !== undefined);
  expect(Object.keys(soundBodies).sort()).toEqual(withBody.map(([name]) => name).sort());
});

/** An accepted body for each route of the agent API, found by the next test. */
const taken = new Map<string, object>();

test('sound bodies pass every check: the agent API accepts one for each route', async () => {
  const [lane] = lanes;
  if (!lane) throw new Error('there is no lane');
  const agent = new Agent({ keepAlive: true });
  for (const [name, route] of runnerRoutes.filter(([, { caller }]) => caller === 'agent')) {
    for (const body of fullBodies(name)) {
      const path = ownPath(route.path);
      const reply = await send(lane, { name, route, path, body: JSON.stringify(body), headers: {} }, agent);
      await lane.note(name, reply);
      if (reply.status !== route.status) continue;
      taken.set(name, body);
      break;
    }
    expect([...taken.keys()]).toContain(name);
  }
  agent.destroy();
});

test(`${RUNS} bad inputs over all routes, and the named ones of each: never a 5xx, always a message and a code`, async () => {
  console.log(`seed ${seed}`);
  const named = namedCases();
  const cases = [...fc.sample(badCase(), { seed, numRuns: RUNS }), ...named];
  const agent = new Agent({ keepAlive: true });
  const wrong: unknown[] = [];
  const counts: Record<string, Record<number, number>> = { browser: {}, agent: {} };
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = cases.pop(); next; next = cases.pop()) {
        const reply = await send(lane, next, agent);
        const count = counts[isRunners(next.route) ? 'agent' : 'browser'] ?? {};
        count[reply.status] = (count[reply.status] ?? 0) + 1;
        if (!isSound(reply)) wrong.push({ ...next, route: next.name, body: next.body?.slice(0, 2_000), reply });
        await lane.note(next.name, reply);
      }
    }),
  );
  agent.destroy();
  console.log(`${named.length} named ones; replies: ${JSON.stringify(counts)}`);
  const errors = logLines.filter((line) => line.includes('Unexpected error'));
  expect({ wrong: wrong.slice(0, 5), errors: errors.slice(0, 3) }).toEqual({ wrong: [], errors: [] });
  for (const [api, statuses] of Object.entries(counts)) {
    const refused = (statuses[400] ?? 0) + (statuses[404] ?? 0) + (statuses[409] ?? 0);
    expect(refused, `refused by the ${api} API`).toBeGreaterThan(RUNS / 10);
    expect((statuses[200] ?? 0) + (statuses[204] ?? 0), `taken by the ${api} API`).toBeGreaterThan(RUNS / 50);
  }
}, 3_600_000);

/** Routes that would end the run: with a sound path, these get a body or a query that cannot be valid. */
const DESTRUCTIVE = [
  'deleteAccount',
  'deleteProject',
  'deleteTask',
  'deleteRepository',
  'deleteContainer',
  'pauseContainer',
];

function badCase(): fc.Arbitrary<Case> {
  const any = fc.oneof(fc.constantFrom(...browserRoutes), fc.constantFrom(...runnerRoutes));
  return any.chain(([name, route]) => {
    const isDestructive = DESTRUCTIVE.includes(name);
    const path = fc
      .tuple(fc.constantFrom(true, true, true, false), badSegment)
      .map(([isOwn, bad]) => (isOwn && !isDestructive ? ownPath(route.path) : badPath(route.path, bad)));
    const query =
      name === 'deleteAccount' ? fc.constant('?sure=1') : fc.oneof({ weight: 5, arbitrary: fc.constant('') }, badQuery);
    const body = route.method === 'GET' ? fc.constant(undefined) : badBody(soundBodies[name] ?? fc.constant({}));
    return fc
      .record({ path, query, body, headers: badHeaders })
      .map(({ query, path, ...rest }) => ({ name, route, ...rest, path: path + query }));
  });
}

/**
 * Odd values in every place of every route's sound bodies: all in a long run, else a sample, mostly of the first value.
 */
function namedCases(): Case[] {
  const [first = '', ...others] = namedJson;
  const places = [...browserRoutes, ...runnerRoutes].flatMap(([name, route]) => {
    const body = taken.get(name) ?? fullBodies(name)[0] ?? {};
    return Array.from({ length: countPlaces(body) }, (_, place) => ({ name, route, body, place }));
  });
  const inEachPlace = (json: string) => places.map((where) => ({ ...where, json }));
  const chosen = [...sampled(inEachPlace(first), 80), ...sampled(others.flatMap(inEachPlace), 40)];
  return chosen.map(({ name, route, body, place, json }) => ({
    name,
    route,
    path: ownPath(route.path),
    body: withInPlace(body, place, json),
    headers: {},
  }));
}

/** Sound bodies that are not long, those with the most fields first. */
function fullBodies(name: Named[0]): object[] {
  const some = fc.sample(soundBodies[name] ?? fc.constant({}), { seed, numRuns: 60 });
  return some
    .filter((body) => JSON.stringify(body).length < 3_000)
    .map((body) => ({ body, count: countPlaces(body) }))
    .sort((a, b) => b.count - a.count)
    .map(({ body }) => body);
}

/** The path to one's own things: `/api/tasks/{tasks}`; a runner's task is the one it works on. */
function ownPath(path: string): string {
  const names: Record<string, string> = { taskId: '{task}', itemId: '{items}', repositoryId: '{repositories}' };
  return path.replace(
    /([a-z-]+)\/:(\w+)/g,
    (_, before: string, name: string) => `${before}/${names[name] ?? `{${before}}`}`,
  );
}

const badPath = (path: string, bad: string) => path.replace(/:\w+/g, () => bad);

const isRunners = ({ path }: Route) => path.startsWith('/agent');

interface Reply {
  status: number;
  text: string;
}

function send(lane: Lane, sendable: Case, agent: Agent): Promise<Reply> {
  const { route, path, body, headers } = sendable;
  const { hostname, port } = new URL(isRunners(route) ? stack.agentUrl() : stack.apiUrl());
  const filled = body === undefined ? undefined : lane.fill(body);
  const sent = {
    Authorization: `Bearer ${isRunners(route) ? lane.token.agent : lane.token.user}`,
    // Node sends a DELETE's body without its length unless that is set.
    ...(filled === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(filled) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method: route.method, path: lane.fill(path), headers: sent };
    const call = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // The server may close a kept connection at the moment it is used again.
    call.on('error', (error) => (call.reusedSocket ? resolve(send(lane, sendable, agent)) : reject(error))).end(filled);
  });
}

function isSound({ status, text }: Reply): boolean {
  if (status >= 500) return false;
  if (status < 400) return true;
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    const isTold = typeof message === 'string' && message !== '' && typeof code === 'string' && code !== '';
    return isTold && text.length <= REFUSAL_MAX;
  } catch {
    return false;
  }
}
