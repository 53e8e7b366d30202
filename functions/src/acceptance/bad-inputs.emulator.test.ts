import { routes, type Route } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import fc from 'fast-check';
import { Agent, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../id.ts';
import { newContainer, newTask, useStack } from '../testing/agents.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { isLong, seed } from '../testing/long.ts';
import { clientOf, signUp } from '../testing/users.ts';
import { badBody, badHeaders, badQuery, badSegment } from './bad-values.ts';

useTestEnvironment({ RATE_LIMIT_USER: '10000000', RATE_LIMIT_ADDRESS: '10000000' });
const stack = useStack();

const RUNS = isLong ? 20_000 : 1_000;
const AT_ONCE = 8;

/** A sound body for each route that takes one; some are not quite, so that a run does not end what it runs on. */
const bodies: Record<string, Record<string, unknown>> = {
  '/api/projects': { name: 'A', description: 'B', status: 'active', autoCreateContainers: false },
  '/api/projects/:id': { name: 'A', agent: null },
  '/api/projects/:id/repositories': { owner: 'acme', url: 'https://github.com/acme/x', projectId: null },
  '/api/projects/:id/tasks': {
    title: 'A',
    description: null,
    priority: 1,
    status: 'pending',
    parentId: null,
    containerId: null,
  },
  '/api/projects/:id/containers': { imageTag: 'no tag', name: null },
  '/api/repositories': { name: 'x', owner: 'acme', url: 'https://github.com/acme/x', projectId: null },
  '/api/repositories/:id': { projectId: null },
  '/api/repositories/:id/auth': { githubToken: '', isPrivate: true },
  '/api/tasks/:id': { title: 'A', priority: 2, parentId: null },
  '/api/tasks/:id/messages': { text: 'Hello' },
  '/api/task-items/:id/reject': { reason: 'No' },
  '/agent/exchange': { code: 'x'.repeat(30), nonce: 'y'.repeat(30) },
  '/agent/wait': { itemIds: [], timeoutSeconds: 0 },
  '/agent/heartbeat': { taskId: newId(), epoch: 1 },
  '/agent/logs': { seq: 0, text: 'line' },
  '/agent/tasks/:taskId/items': {
    epoch: 1,
    items: [{ id: newId(), type: 'planning', title: 'A', toolParameters: { a: 1 } }],
  },
  '/agent/tasks/:taskId/checkpoint/upload': { epoch: 1, size: 1, sha256: 'a'.repeat(64) },
};

interface Case {
  route: Route;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

let tokens: { user: string; agent: string };
let ids: Record<string, string>;

beforeAll(async () => {
  const user = await signUp();
  const client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  const owner = { client, projectId, userId: user.userId };
  const task = await newTask(owner, { status: 'awaiting_approval' });
  const [approval] = await client.call(routes.listApprovals);
  const container = await newContainer(owner);
  const body = { name: 'x', owner: 'acme', url: 'https://github.com/acme/x' };
  const repository = await client.call(routes.postRepository, { body });
  tokens = { user: user.token, agent: await stack.tokenOf(container.id) };
  ids = {
    projects: projectId,
    tasks: task.id,
    'task-items': approval?.id ?? '',
    repositories: repository.id,
    containers: container.id,
  };
});

test(`${RUNS} bad inputs over all routes: never a 5xx, always a message and a code`, async () => {
  console.log(`seed ${seed}`);
  const cases = fc.sample(badCase(), { seed, numRuns: RUNS });
  const agent = new Agent({ keepAlive: true });
  const wrong: unknown[] = [];
  const counts: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = cases.pop(); next; next = cases.pop()) {
        const reply = await send(next, agent);
        counts[reply.status] = (counts[reply.status] ?? 0) + 1;
        if (!isSound(reply))
          wrong.push({ method: next.route.method, path: next.path, headers: next.headers, body: next.body, reply });
      }
    }),
  );
  agent.destroy();
  console.log(`replies: ${JSON.stringify(counts)}`);
  const errors = logLines.filter((line) => line.includes('Unexpected error'));
  expect({ wrong: wrong.slice(0, 5), errors: errors.slice(0, 3) }).toEqual({ wrong: [], errors: [] });
  expect((counts[400] ?? 0) + (counts[404] ?? 0), 'cases that were refused').toBeGreaterThan(RUNS / 3);
}, 1_200_000);

/** What would end the run: with a sound path these get a body or a query that cannot be right. */
const DESTRUCTIVE = [
  'deleteAccount',
  'deleteProject',
  'deleteTask',
  'deleteRepository',
  'deleteContainer',
  'pauseContainer',
  'exit',
];

function badCase(): fc.Arbitrary<Case> {
  const all = [...Object.entries(routes), ...Object.entries(agentRoutes)] as [string, Route][];
  return fc.constantFrom(...all).chain(([name, route]) => {
    const isDestructive = DESTRUCTIVE.includes(name);
    const path = fc
      .tuple(fc.boolean(), badSegment)
      .map(([own, bad]) => fill(route.path, own && !isDestructive ? null : bad));
    const query =
      name === 'deleteAccount' ? fc.constant('?sure=1') : fc.oneof({ weight: 3, arbitrary: fc.constant('') }, badQuery);
    const body = route.method === 'GET' ? fc.constant(undefined) : badBody(bodies[route.path] ?? {});
    return fc
      .record({ path, query, body, headers: badHeaders })
      .map(({ query, path, ...rest }) => ({ route, ...rest, path: path + query }));
  });
}

/** The path with one's own ids, or with something bad in their place. */
const fill = (path: string, bad: string | null) =>
  path.replace(/([a-z-]+)\/:\w+/g, (_, collection: string) => `${collection}/${bad ?? `{${collection}}`}`);

interface Reply {
  status: number;
  text: string;
}

function send(sendable: Case, agent: Agent): Promise<Reply> {
  const { route, path, body, headers } = sendable;
  const isAgents = route.path.startsWith('/agent');
  const { hostname, port } = new URL(isAgents ? stack.agentUrl() : stack.apiUrl());
  const known = path.replace(/\{([a-z-]+)\}/g, (_, collection: string) => ids[collection] ?? newId());
  const sent = {
    Authorization: `Bearer ${isAgents ? tokens.agent : tokens.user}`,
    // Node sends a DELETE's body without its length, unless told.
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const call = request({ agent, hostname, port, method: route.method, path: known, headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // A kept connection may be closed by the server at the moment it is used again.
    call.on('error', (error) => (call.reusedSocket ? resolve(send(sendable, agent)) : reject(error))).end(body);
  });
}

function isSound({ status, text }: Reply): boolean {
  if (status >= 500) return false;
  if (status < 400) return true;
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    return typeof message === 'string' && message !== '' && typeof code === 'string' && code !== '';
  } catch {
    return false;
  }
}
