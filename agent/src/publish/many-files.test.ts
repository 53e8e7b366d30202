import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders } from '../testing/start-runner.ts';
import { publish } from './publish.ts';
import { testPublishing } from './test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => {
  host = await startGitHost();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** Publishes so many new files; resolves with git's commands and what it was given to read. */
async function publishing(count: number): Promise<{ commands: string[]; requests: number }> {
  const { folder, publishing } = await testPublishing(host, `with-${count}`);
  for (let index = 0; index < count; index += 1) {
    mkdirSync(join(folder, `folder-${index % 20}`), { recursive: true });
    writeFileSync(join(folder, `folder-${index % 20}`, `file-${index}.txt`), `${index}\n`);
  }
  const commands: string[] = [];
  const checkouts = publishing.workspace.checkouts.map((checkout) => ({
    ...checkout,
    git: (async (args, call) => {
      commands.push(args[0] ?? '');
      return checkout.git(args, call);
    }) satisfies typeof checkout.git,
  }));
  let requests = 0;
  const { obtain } = publishing.consents;
  const consents = {
    ...publishing.consents,
    obtain: (request: Parameters<typeof obtain>[0]) => {
      requests += 1;
      return obtain(request);
    },
  };
  await publish({ ...publishing, consents, workspace: { ...publishing.workspace, checkouts } });
  expect(host.git(`acme/with-${count}`, 'ls-tree', '-r', '--name-only', 'countersign/t').split('\n')).toHaveLength(
    count + 1,
  );
  return { commands, requests };
}

it('takes no more programs and questions for a thousand files than for one', async () => {
  const one = await publishing(1);
  expect(await publishing(1_000)).toEqual(one);
  expect(one.requests).toBe(1);
});
