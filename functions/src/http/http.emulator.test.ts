import { routes } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../testing/api.ts';
import { callRaw, errorOf, issuePaths, requestOf } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { signUp, type TestUser } from '../testing/users.ts';

const ADDRESS_LIMIT = 40;
useTestEnvironment({ RATE_LIMIT_ADDRESS: String(ADDRESS_LIMIT) });
const api = useApi();

let user: TestUser;
beforeAll(async () => {
  user = await signUp();
});

const create = (headers: Record<string, string> = {}) => {
  const request = requestOf(routes.postProject, { body: { name: 'Project' } }, user.token);
  return { ...request, headers: { ...request.headers, ...headers } };
};

/** Each test comes from an address of its own, as the platform would report it. */
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('other origins', () => {
  test('get no CORS headers, whatever they ask', async () => {
    const headers = { ...from('10.0.0.1'), Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const reply = await callRaw(api.url(), { method: 'OPTIONS', path: '/api/projects', headers });
    expect(reply.status).toBe(405);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('cannot change anything, even with a token', async () => {
    const reply = await callRaw(api.url(), create({ ...from('10.0.0.1'), 'Sec-Fetch-Site': 'cross-site' }));
    expect({ status: reply.status, code: errorOf(reply).code }).toEqual({ status: 401, code: 'unauthorized' });
  });
});

test('every reply is private, not stored, not sniffed, not framed, and has an id', async () => {
  for (const path of ['/api/health', '/api/projects', '/api/nowhere', '/nowhere']) {
    const { headers } = await callRaw(api.url(), { method: 'GET', path, headers: from('10.0.0.2') });
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('X-Request-Id')).toHaveLength(21);
    expect(headers.has('X-Powered-By') || headers.has('ETag')).toBe(false);
  }
});

test('HEAD answers as GET does, without a body', async () => {
  const reply = await callRaw(api.url(), { method: 'HEAD', path: '/api/health', headers: from('10.0.0.3') });
  expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: '' });
});

test('an address may call so often a minute, whoever calls; another is not kept from it', async () => {
  const call = (address: string) =>
    callRaw(api.url(), { method: 'GET', path: '/api/projects', headers: from(address) });
  const replies = await Promise.all(Array.from({ length: ADDRESS_LIMIT * 3 }, () => call('10.0.0.4')));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(ADDRESS_LIMIT);
  expect(refused.every(({ headers }) => Number(headers.get('Retry-After')) > 0)).toBe(true);
  expect((await call('10.0.0.5')).status).toBe(401);
});

test('60,000 unknown fields are answered with 50 of them, and how many more there are', async () => {
  const surprises = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field${index}`, 1]));
  const body = JSON.stringify({ name: 'Project', ...surprises });
  const reply = await callRaw(api.url(), { ...create(from('10.0.0.7')), body });
  expect({ status: reply.status, code: errorOf(reply).code }).toEqual({ status: 400, code: 'invalid' });
  expect(errorOf(reply).issues).toHaveLength(50);
  expect(errorOf(reply).message).toContain('59950 more');
  expect(reply.text.length).toBeLessThan(64 * 1024);
});

test.each([
  ['cut within a character', 'utf-8', Buffer.from('{"name":"caf\u00e9"}', 'utf8').filter((byte) => byte !== 0xa9)],
  ['in Latin-1', 'iso-8859-1', Buffer.from('{"name":"caf\u00e9"}', 'latin1')],
])('text %s is refused, not changed and stored', async (_what, charset, bytes) => {
  const { method, path, headers } = create({
    ...from('10.0.0.9'),
    'Content-Type': `application/json; charset=${charset}`,
  });
  const response = await fetch(api.url() + path, { method, headers, body: new Uint8Array(bytes) });
  expect({ status: response.status, reply: await response.json() }).toMatchObject({
    status: 400,
    reply: { code: 'invalid', issues: [{ path: [], message: 'The body is not text in UTF-8' }] },
  });
});

test.each(['0x10', '1e3', '%205', '%2B5', '5.0', '-1', '1001', ''])('limit=%s: refused', async (limit) => {
  const headers = { ...from('10.0.0.8'), Authorization: `Bearer ${user.token}` };
  const reply = await callRaw(api.url(), { method: 'GET', path: `/api/projects?limit=${limit}`, headers });
  expect({ status: reply.status, paths: issuePaths(reply) }).toEqual({ status: 400, paths: ['limit'] });
});
