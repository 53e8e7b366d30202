import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { scriptedAgent } from '../testing/scripted-agent.ts';

const harness = useHarness();

const files = { 'README.md': '# App\n' };
const LARGE = 'error: File big.bin is 120.00 MB; this exceeds the limit of 100.00 MB';
const HIDDEN = '\u202e';

/** Has the host refuse any branch with big.bin in it, as GitHub refuses large files; returns the hook's place. */
function refuseLarge(): string {
  const { host, repository } = harness;
  const hook = join(host.fileOf(repository), 'hooks/pre-receive');
  const says = ['error: GH001: Large files detected.', `${LARGE}.${HIDDEN}`, `Sent with ${host.token}`];
  const refuse = `printf '%s\\n' ${says.map((line) => `'${line}'`).join(' ')} >&2; exit 1`;
  const isLarge = 'git ls-tree -r --name-only "$new" | grep -qx big.bin';
  writeFileSync(hook, `#!/bin/sh\nwhile read -r old new ref; do if ${isLarge}; then ${refuse}; fi; done\n`, {
    mode: 0o755,
  });
  return hook;
}

/** A task with a large file whose push was refused, and the script for what its agent does next. */
async function refused() {
  harness.create(files);
  const hook = refuseLarge();
  const script: Act[] = [{ tool: 'run', args: { command: 'echo a > a.md; echo b > big.bin' } }, { say: 'Done.' }];
  const task = await harness.begin({ script, ...scriptedAgent() });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('failed');
  expect(harness.published(task, 'a.md')).toBeNull();
  return { task, script, hook };
}

const publishesOf = (task: Awaited<ReturnType<typeof refused>>['task']) =>
  harness.api.state.itemsOf(task.id).filter(({ toolName }) => toolName === 'publish');

async function reopen(task: Awaited<ReturnType<typeof refused>>['task']) {
  await harness.restart();
  harness.api.state.reopen(task);
  const asked = await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  return asked.map(({ title }) => title);
}

it('a push that GitHub refuses for what is in it: its owner reads why, the reopened agent is told, and mends it', async () => {
  const { task, script } = await refused();
  const { api, host, model, repository } = harness;
  const end = api.state.itemsOf(task.id).find(({ type }) => type === 'completion')?.content ?? '';
  expect(end).toContain(`GitHub refused what was to be pushed to ${repository}`);
  expect(end).toContain(`${LARGE}.‹U+202E›\nSent with [redacted]\npre-receive hook declined`);
  const before = model.requests.length;
  script.push({ tool: 'run', args: { command: 'rm big.bin' } }, { say: 'Removed.' });
  const [refusedItem] = publishesOf(task);
  expect(refusedItem?.grant, 'may still be pushed').toBe('released');
  expect(await reopen(task)).toEqual(['rm big.bin', `Publish to ${repository}`]);
  expect(refusedItem).toMatchObject({ grant: 'not_executed', toolResponse: { status: 'failed' } });
  expect(JSON.stringify(refusedItem?.toolResponse)).toContain('GitHub refused it');
  const told = model.requests[before] ?? '';
  expect(told).toContain(`${LARGE}.‹U+202E›`);
  expect(told).not.toContain(host.token);
  expect(harness.published(task, 'a.md')).toBe('a');
  expect(harness.published(task, 'big.bin')).toBeNull();
  expect(host.git(repository, 'rev-list', '--count', `main..countersign/${task.id}`)).toBe('1');
});

it('what its owner has allowed on GitHub since is pushed under the same approval', async () => {
  const { task, script, hook } = await refused();
  rmSync(hook);
  script.push({ say: 'It may stay as it is.' });
  expect(await reopen(task)).toEqual([]);
  expect(publishesOf(task).map(({ grant }) => grant)).toEqual(['executed']);
  expect(harness.published(task, 'big.bin')).toBe('b');
});

it('an approval of it has come to nothing also where its agent takes all of it back', async () => {
  const { task, script } = await refused();
  script.push({ tool: 'run', args: { command: 'rm a.md big.bin' } }, { say: 'Removed.' });
  expect(await reopen(task)).toEqual(['rm a.md big.bin']);
  expect(publishesOf(task).map(({ grant }) => grant)).toEqual(['not_executed']);
});

it('is told no more once a push was taken', async () => {
  const { task, script } = await refused();
  script.push({ tool: 'run', args: { command: 'rm big.bin' } }, { say: 'Removed.' });
  await reopen(task);
  const before = harness.model.requests.length;
  script.push({ say: 'Nothing is left to do.' });
  await reopen(task);
  expect(harness.model.requests[before]).toContain('reopened this task');
  expect(harness.model.requests[before]).not.toContain('GH001');
});
