import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestOfWords, findEnded, openPullRequest, type KnownPullRequest } from './pull-request.ts';

interface Pull {
  number: number;
  html_url: string;
  state: string;
  merged_at: string | null;
  title: string;
  body: string | null;
  head: { sha: string };
  base: { ref: string };
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
  base: { ref: 'main' },
};
const known: KnownPullRequest = { url: null, words: [digestOfWords('Old', '')] };

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
      const number = Number(/\d+$/.exec(req.url ?? '')?.[0]);
      const pull = pulls.find((one) => one.number === number) ?? { ...first, number: 9, html_url: 'new' };
      Object.assign(pull, JSON.parse(sent));
      return now === 'lost' ? req.socket.destroy() : reply(200, pull);
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
const open = (of = known) => openPullRequest(wanted, of, access());
const CHANGE = 'PATCH /repos/acme/app/pulls/3';

it('gives an open pull request the words that were approved, and leaves one alone that has them', async () => {
  for (const _time of ['first', 'again']) expect(await open()).toEqual({ url: first.html_url, remark: null });
  expect(pulls).toEqual([{ ...first, title: 'New', body: 'All files' }]);
  expect(changes).toEqual([CHANGE]);
});

it('tries the words again, unless only the answer was lost', async () => {
  becomes = ['refused'];
  expect(await open()).toMatchObject({ remark: null });
  expect(changes).toEqual([CHANGE, CHANGE]);
  Object.assign(pulls[0] ?? {}, { title: 'Old', body: null });
  becomes = ['lost'];
  expect(await open()).toMatchObject({ remark: null });
  expect(changes).toHaveLength(3);
});

it('says why the words are missing, and knows the pull request all the same', async () => {
  becomes = ['refused', 'refused'];
  expect(await open()).toEqual({
    url: first.html_url,
    remark: "Pushed; the pull request's text could not be updated: Resource not accessible by personal access token",
  });
  expect(pulls).toEqual([first]);
});

it.each([
  ['the body', { body: '- [x] read\n\nCloses #12' }],
  ['the title', { title: 'Old, reviewed' }],
])('leaves a text alone of which somebody has changed %s, and says so', async (_what, changed) => {
  pulls = [{ ...first, ...changed }];
  const remark = "Pushed; the pull request's text was changed since, and it was left as it is.";
  expect(await open()).toEqual({ url: first.html_url, remark });
  expect(await open({ url: null, words: [] }), 'unknown words').toMatchObject({
    remark: "Pushed; the pull request's text may have been changed since, and it was left as it is.",
  });
  expect(changes).toEqual([]);
});

it('knows words by what they say, however their lines end', async () => {
  pulls = [{ ...first, body: 'One\r\nTwo\r\n' }];
  expect(await open({ url: null, words: [digestOfWords('Old', 'One\nTwo')] })).toMatchObject({ remark: null });
  expect(pulls[0]).toMatchObject({ title: 'New' });
});

it('leaves a pull request to another branch alone, unless it is the one that was opened here', async () => {
  const backport = {
    ...first,
    number: 4,
    html_url: 'https://github.com/acme/app/pull/4',
    base: { ref: 'release/1.x' },
  };
  pulls = [backport, { ...first }];
  expect(await open()).toMatchObject({ url: first.html_url });
  expect(changes).toEqual([CHANGE]);
  expect(await open({ ...known, url: backport.html_url })).toMatchObject({ url: backport.html_url, remark: null });
  pulls = [{ ...backport, title: 'Old' }];
  expect(await open()).toMatchObject({ url: 'new' });
  expect(changes.at(-1)).toBe('POST /repos/acme/app/pulls');
});

it.each([
  ['one that is merged', { state: 'closed', merged_at: '2026-11-22T10:00:00Z' }, { number: 3, isMerged: true }],
  ['one that is closed', { state: 'closed' }, { number: 3, isMerged: false }],
  ['none that is open', {}, null],
  ['none that has this very commit', { state: 'closed', head: { sha: 'new' } }, null],
  ['none that is open, with this very commit', { head: { sha: 'new' } }, null],
])('finds the ended pull request of a branch: %s', async (_what, fields, found) => {
  pulls = [{ ...first, ...fields }];
  expect(await findEnded(wanted, 'new', access())).toEqual(found);
});

it('looks at those to its own base alone: a backport of its branch has ended, or not, by itself', async () => {
  const other = { ...first, number: 9, base: { ref: 'release/1.x' } };
  const merged = { state: 'closed', merged_at: '2026-11-22T10:00:00Z' };
  pulls = [{ ...other, ...merged }, first];
  expect(await findEnded(wanted, 'new', access())).toBeNull();
  pulls = [other, { ...first, ...merged }];
  expect(await findEnded(wanted, 'new', access())).toEqual({ number: 3, isMerged: true });
});

it('finds no ended pull request behind an open one, whichever commit that has', async () => {
  for (const sha of ['old', 'new']) {
    pulls = [
      { ...first, number: 5, head: { sha } },
      { ...first, state: 'closed' },
    ];
    expect(await findEnded(wanted, 'new', access())).toBeNull();
  }
});
