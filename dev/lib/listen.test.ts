import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from './listen.ts';

let server: Listening;
let asked = 0;

beforeAll(async () => {
  server = await listen((_req, res) => {
    asked += 1;
    res.end('answered');
  }, 0);
});
afterAll(() => server.close());

/** The status of one request; `fetch` would set some of these headers itself. */
function statusOf(method: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ port: server.port, host: '127.0.0.1', method, headers }, (res) => {
      res.resume();
      res.on('end', () => resolve(res.statusCode));
    });
    call.on('error', reject).end();
  });
}

test('programs of this machine are answered, under both of its names', async () => {
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('answered');
  expect(await statusOf('POST', { host: `localhost:${server.port}` })).toBe(200);
  const own = { origin: `http://127.0.0.1:${server.port}`, 'sec-fetch-site': 'same-origin' };
  expect(await statusOf('POST', own)).toBe(200);
});

test('an address that is typed, and a link, are opened in a browser', async () => {
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(await statusOf('GET', { ...opened, 'sec-fetch-site': 'none' })).toBe(200);
  expect(await statusOf('GET', { ...opened, 'sec-fetch-site': 'same-site' })).toBe(200);
});

test.each([
  ['a name that was made to lead here', 'GET', { host: 'pages.example' }],
  ['such a name with the port', 'GET', { host: 'pages.example:PORT' }],
  ['another port', 'GET', { host: '127.0.0.1:1' }],
  ['a page elsewhere, without asking first', 'POST', { origin: 'https://pages.example' }],
  ['a page without an origin', 'POST', { origin: 'null' }],
  ['a page of another port', 'POST', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['a page that loads it as a picture', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a page of another port that loads it', 'GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  [
    'a page that shows it in a frame',
    'GET',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
  ['a form', 'POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
])('%s is refused, and nothing happens', async (_who, method, headers: Record<string, string>) => {
  const before = asked;
  const { host = '127.0.0.1:PORT', ...others } = headers;
  expect(await statusOf(method, { ...others, host: host.replace('PORT', String(server.port)) })).toBe(403);
  expect(asked).toBe(before);
});
