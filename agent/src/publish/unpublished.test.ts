import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportQueue } from '../server/report-queue.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders } from '../testing/start-runner.ts';
import { publish } from './publish.ts';
import { BRANCH, testPublishing } from './test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

it('what could not be pushed is not said to be missing once the agent has taken it back', async () => {
  const { folder, publishing } = await testPublishing(host, 'back');
  const { journal } = publishing;
  const reports = { ...publishing.reports, sendFile: async (item: RecordItem) => item, ask: async () => undefined };
  publishing.reports = reports as unknown as ReportQueue;
  writeFileSync(join(folder, 'b.txt'), 'b\n');
  await publish(publishing);
  const published = host.git('acme/back', 'rev-parse', `refs/heads/${BRANCH}`);
  expect(journal.settledCommits).toEqual({ back: published });
  const why = { ...journal.unpublished };

  const tree = host.git('acme/back', 'rev-parse', `${published}^{tree}`);
  const env = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const added = host.git('acme/back', ...env, 'commit-tree', tree, '-p', published, '-m', 'Update');
  host.git('acme/back', 'update-ref', `refs/heads/${BRANCH}`, added);
  writeFileSync(join(folder, 'c.txt'), 'c\n');
  await publish(publishing);
  expect(journal.unpushed.back).toContain('What was made since was not pushed: Somebody has added to the branch');

  rmSync(join(folder, 'c.txt'));
  await publish(publishing);
  expect(journal.unpushed).toEqual({});
  expect(journal.unpublished).toEqual(why);
});
