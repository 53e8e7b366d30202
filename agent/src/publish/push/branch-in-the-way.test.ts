import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordItem } from '@countersign/contract/agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Request } from '../../consent/consent.ts';
import type { ReportQueue } from '../../server/report-queue.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import { decided, testPublishing } from '../test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

const words =
  'a branch "countersign", and git allows none below it, such as countersign/t, which tasks push to. Rename it';

it('a branch that stands in the way is told, with the patch, before anything is asked', async () => {
  const run = await testPublishing(host, 'barred');
  const patches: RecordItem[] = [];
  const reports = { sendFile: async (item: RecordItem) => item, ask: async (item: RecordItem) => patches.push(item) };
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  host.git('acme/barred', 'update-ref', 'refs/heads/countersign', 'main');
  await publish({ ...run.publishing, reports: { ...run.publishing.reports, ...reports } as unknown as ReportQueue });
  expect(run.asked).toEqual([]);
  expect(patches).toHaveLength(1);
  expect(patches[0]?.content).toContain(words);
  expect(run.publishing.journal.unpushed.barred).toContain(words);
});

it('so is one below that of the task, which git allows as little', async () => {
  const run = await testPublishing(host, 'below');
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  const { branch } = run.publishing.workspace.checkouts[0] ?? {};
  host.git('acme/below', 'update-ref', `refs/heads/${branch}/by/hand`, 'main');
  const reports = { sendFile: async (item: RecordItem) => item, ask: async () => null };
  await publish({ ...run.publishing, reports: { ...run.publishing.reports, ...reports } as unknown as ReportQueue });
  expect(run.asked).toEqual([]);
  expect(run.publishing.journal.unpushed.below).toContain(
    `a branch "${branch}/by/hand", and git allows no branch ${branch} above it, to which this task is pushed. Rename it at GitHub, and reopen the task.`,
  );
});

it('one that was made while the person decided is told in the same words', async () => {
  const run = await testPublishing(host, 'late');
  writeFileSync(join(run.folder, 'b.txt'), 'b\n');
  const obtain = async (request: Request) => {
    host.git('acme/late', 'update-ref', 'refs/heads/countersign', 'main');
    return { ...decided(request.item.id, true), reason: null };
  };
  const publishing = { ...run.publishing, consents: { ...run.publishing.consents, obtain } };
  await expect(publish(publishing)).rejects.toThrow(`Nothing was pushed: The repository has ${words}`);
});
