import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findEnded, openPullRequest } from './pull-request.ts';

interface Pull {
  number: number;
  html_url: string;
  state: string;
  merged_at: string | null;
  title: string;
  body: string | null;
  head: { sha: string };
}

const wanted = { owner: 'acme', repo: 'app', branch: 'countersign/t', base: 'main', title: 'New', body: 'All files' };
const first: Pull = {
  number: 3,
  html_url: 'https://github.com/acme/app/pull/3',
  state: 'open',
  merged_at: null,
  title: 'Old',
  body: null,
  head: { sha: 'old' },
};

let server: Server;
let pulls: Pull[];
/** What becomes of the next changes; after these they are made. */
let becomes: Array<'refused' | 'lost'>;
let changes: string[];

beforeEach(async () => {
  [pulls, becomes, changes] = [[{ ...first }], [], []];
  server = createServer((req, res) => {
    let sent = '';
    req.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    req.on('end', () => {
      const reply = (status: number, body: unknown) =>
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      const state = new URL(req.url ?? '', 'http://host').searchParams.get('state');
      if (req.method === 'GET')
        return reply(
          200,
          pulls.filter((pull) => state === 'all' || pull.state === state),
        );
      changes.push(`${req.method} ${req.url}`);
      const now = becomes.shift();
      if (now === 'refused') return reply(403, { message: 'Resource not accessible by personal access token' });
      Object.assign(pulls[0] ?? {}, JSON.parse(sent));
      return now === 'lost' ? req.socket.destroy() : reply(200, pulls[0]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const access = () => ({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  token: null,
  signal: new AbortController().signal,
});
const open = () => openPullRequest(wanted, access());
const CHANGE = 'PATCH /repos/acme/app/pulls/3';

it('gives an open pull request the words that were approved, and leaves one alone that has them', async () => {
  for (const _time of ['first', 'again']) expect(await open()).toEqual({ url: first.html_url, wordsProblem: null });
  expect(pulls).toEqual([{ ...first, title: 'New', body: 'All files' }]);
  expect(changes).toEqual([CHANGE]);
});

it('tries the words again, unless only the answer was lost', async () => {
  becomes = ['refused'];
  expect(await open()).toMatchObject({ wordsProblem: null });
  expect(changes).toEqual([CHANGE, CHANGE]);
  Object.assign(pulls[0] ?? {}, { title: 'Old' });
  becomes = ['lost'];
  expect(await open()).toMatchObject({ wordsProblem: null });
  expect(changes).toHaveLength(3);
});

it('says why the words are missing, and knows the pull request all the same', async () => {
  becomes = ['refused', 'refused'];
  const { url, wordsProblem } = await open();
  expect(url).toBe(first.html_url);
  expect(wordsProblem).toContain('Resource not accessible by personal access token');
  expect(pulls).toEqual([first]);
});

it.each([
  ['one that is merged', { state: 'closed', merged_at: '2026-11-22T10:00:00Z' }, { number: 3, isMerged: true }],
  ['one that is closed', { state: 'closed' }, { number: 3, isMerged: false }],
  ['none that is open', {}, null],
  ['none that has this very commit', { state: 'closed', head: { sha: 'new' } }, null],
])('finds the ended pull request of a branch: %s', async (_what, fields, found) => {
  pulls = [{ ...first, ...fields }];
  expect(await findEnded(wanted, 'new', access())).toEqual(found);
});
