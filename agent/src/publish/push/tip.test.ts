import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportQueue } from '../../server/report-queue.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import { BRANCH, testPublishing } from '../test-publishing.ts';
import { branchesAt, contains, findTip, TipTooLarge, whoMade } from './tip.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

it('looks no further into what others have pushed than up to a size, where the host sends files unasked', async () => {
  const { publishing } = await testPublishing(host, 'large');
  const [checkout] = publishing.workspace.checkouts;
  if (checkout === undefined) throw new Error('There is no checkout');
  const blob = host.feed(randomBytes(1_500_000).toString('hex'), 'acme/large', 'hash-object', '-w', '--stdin');
  const tree = host.feed(`100644 blob ${blob}\tlarge.txt\n`, 'acme/large', 'mktree');
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const tip = host.git('acme/large', ...who, 'commit-tree', tree, '-p', 'main', '-m', 'Large');
  host.git('acme/large', 'update-ref', 'refs/heads/theirs', tip);
  const call = { credentials: { username: 'x-access-token', token: host.token } };
  const small = 1_000_000;
  await expect(whoMade(tip, checkout, call, small)).rejects.toThrow(TipTooLarge);
  await expect(contains(tip, checkout.baseCommit, checkout, call, small)).rejects.toThrow(TipTooLarge);
  expect(existsSync(`${checkout.gitDir}.tip`)).toBe(false);
  expect(await whoMade(tip, checkout, call)).toMatch(/^ada@example\.com\n/);
  expect(await contains(tip, checkout.baseCommit, checkout, call)).toBe(true);
});

it("leaves alone what is too large to be looked at: it may be somebody else's", async () => {
  const { folder, publishing, asked } = await testPublishing(host, 'left-alone');
  const [checkout] = publishing.workspace.checkouts;
  if (checkout === undefined) throw new Error('There is no checkout');
  writeFileSync(join(folder, 'b.txt'), 'b\n');
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const tip = host.git('acme/left-alone', ...who, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Theirs');
  host.git('acme/left-alone', 'update-ref', `refs/heads/${BRANCH}`, tip);
  const { git } = checkout;
  checkout.git = (args, call) => {
    if (args[0] === 'fetch') throw new TipTooLarge('git', null, 'fetching what is there takes more than 256 MiB');
    return git(args, call);
  };
  const patches: RecordItem[] = [];
  const reports = { sendFile: async (item: RecordItem) => item, ask: async (item: RecordItem) => patches.push(item) };
  await publish({ ...publishing, reports: { ...publishing.reports, ...reports } as unknown as ReportQueue });
  expect(asked).toEqual([]);
  expect(patches).toHaveLength(1);
  expect(patches[0]?.content).toMatch(
    /that may be somebody's, .* as fetching what is there takes more than 256 MiB\. To keep/,
  );
  expect(host.git('acme/left-alone', 'rev-parse', BRANCH)).toBe(tip);
});

it('takes no branch whose name only ends like that of the task for it, nor for one in its way', async () => {
  const { publishing } = await testPublishing(host, 'alike');
  const [checkout] = publishing.workspace.checkouts;
  if (checkout === undefined) throw new Error('There is no checkout');
  const call = { credentials: { username: 'x-access-token', token: host.token } };
  const main = host.git('acme/alike', 'rev-parse', 'main');
  for (const alike of [BRANCH, 'countersign', `${BRANCH}/x`])
    host.git('acme/alike', 'update-ref', `refs/heads/a-${alike.replaceAll('/', '-')}/refs/heads/${alike}`, main);
  expect(await findTip(checkout, call)).toBeNull();
  expect(await branchesAt(checkout.git, ['countersign', `${BRANCH}/*`], call)).toEqual([]);
  const earlier = host.git('acme/alike', 'rev-parse', 'main~1');
  host.git('acme/alike', 'update-ref', `refs/heads/${BRANCH}`, earlier);
  expect(await findTip(checkout, call)).toBe(earlier);
  expect(await branchesAt(checkout.git, ['countersign/*'], call)).toEqual([BRANCH]);
});
