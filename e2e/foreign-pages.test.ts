/// <reference lib="dom" />
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, routes } from '@countersign/contract';
import { afterEach, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { stack } from './support/stack.ts';

const browser = useBrowser();
const foreign = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>Foreign</title>'));
afterEach(() => foreign.close());

const OWNER = { authorization: 'Bearer owner' };
const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

test('no page but the app reaches an emulator, and none under a foreign name the app', async () => {
  const { auth, firestore } = await emulators();
  const agentApi = new URL(process.env.COUNTERSIGN_AGENT_API_URL ?? `http://127.0.0.1:5001/${stack.projectId}/`).host;
  const documents = `/v1/projects/${stack.projectId}/databases/(default)/documents/users`;
  const accounts = `/emulator/v1/projects/${stack.projectId}/config`;
  const own = { origin: stack.url };
  expect(firestore, 'what a browser is told').toBe(stack.firestoreHost);

  expect(await ask(firestore, documents, OWNER), 'a program').toMatchObject({ status: 200 });
  expect(await ask(firestore, documents, own), 'the app, by the rules').toMatchObject({
    status: 403,
    origin: stack.url,
  });
  expect(await ask(auth, accounts, OWNER), 'a program').toMatchObject({ status: 200 });
  expect(await ask(auth, accounts, own), 'the app').toMatchObject({ origin: stack.url });
  expect(await ask(agentApi, '/functions/projects/x', {}), 'a program').toMatchObject({ status: 404 });

  const refused = { status: 403, origin: undefined };
  for (const [host, path] of [
    [firestore, documents],
    [auth, accounts],
    [agentApi, '/functions/projects/x'],
  ] as const) {
    expect(await ask(host, path, { ...OWNER, ...EVIL }), `${host}, another site`).toMatchObject(refused);
    expect(await ask(host, path, { ...OWNER, ...own }), `${host}, an owner's rights`).toMatchObject(refused);
    expect(await ask(host, path, { host: 'evil.example' }), `${host}, another name`).toMatchObject(refused);
  }
  for (const [host, path] of [
    [new URL(stack.url).host, routes.getConfig.path],
    [agentApi, `/${stack.projectId}/`],
  ] as const) {
    expect(await ask(host, path, { host: 'evil.example' }), `${host}, another name`).toMatchObject(refused);
    expect((await ask(host, path, { 'sec-fetch-site': 'cross-site' })).status, `${host}, a link to it`).not.toBe(403);
  }
});

test("a page of another program of this machine, in the person's browser, reads and writes nothing", async () => {
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const { auth, firestore } = await emulators();
  const database = `/v1/projects/${stack.projectId}/databases/(default)/documents/foreign`;
  const page = await browser.open();
  await page.goto(`http://127.0.0.1:${port}/`);
  const answers = await page.evaluate(
    async (calls) =>
      Promise.all(
        calls.map(([url, init]) =>
          fetch(url, init).then(
            ({ status, type }) => `${type} ${status}`,
            () => 'refused',
          ),
        ),
      ),
    [
      [`http://${firestore}${database}`, { method: 'POST', body: '{"fields":{}}', headers: OWNER }],
      [`http://${firestore}${database}`, {}],
      [`http://${auth}/emulator/v1/projects/${stack.projectId}/config`, { headers: OWNER }],
      [`http://${firestore}${database}`, { method: 'POST', body: '{"fields":{}}', mode: 'no-cors' }],
    ] as [string, RequestInit][],
  );
  // The last one is sent without a preflight; a page can read nothing from its answer.
  expect(answers).toEqual(['refused', 'refused', 'refused', 'opaque 0']);
  expect(await ask(firestore, database, OWNER)).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^\s*\{\s*\}\s*$/),
  });
});

async function emulators() {
  const { emulators: told } = await createClient({ baseUrl: stack.url }).call(routes.getConfig);
  if (told === null) throw new Error('Expected the stack to name its emulators');
  return told;
}

async function ask(host: string, path: string, headers: OutgoingHttpHeaders) {
  const [hostname, port] = host.split(':');
  const sent = request({ host: hostname, port, path, headers, agent: false }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(reply);
  return { status: reply.statusCode, origin: reply.headers['access-control-allow-origin'], body };
}
