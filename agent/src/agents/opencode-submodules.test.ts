import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishParameters } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { addPointers } from '../testing/add-pointers.ts';
import { agentActs } from '../testing/agent-acts.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';

const harness = useHarness();
const act = agentActs.opencode;
const done: Act = { say: 'All is done.' };
const left = '1 changed file in a submodule is not published: `lib/lib.txt`.';

/** A task in a repository with the submodule `lib`, whose commit it resolves with. */
async function beginWithSubmodule(script: Act[], modelName?: string) {
  const { host } = harness;
  harness.create({ 'lib.txt': 'one\n' });
  const library = harness.repository;
  const commit = host.git(library, 'rev-parse', 'main');
  const url = `../${library.split('/')[1]}.git`;
  harness.create({ 'README.md': '# App\n', '.gitmodules': `[submodule "lib"]\n\tpath = lib\n\turl = ${url}\n` });
  addPointers(host, harness.repository, ['lib'], commit);
  const task = await harness.begin({ agent: 'opencode', script, modelName });
  return { task, commit };
}

/** The model and the history learn in the same words that files of the submodule can only be read. */
function expectRefusal(task: StoredTask): void {
  const words = 'lies in the submodule lib, which can only be read here';
  expect(harness.model.requests.join('')).toContain(words);
  const said = harness.api.state.itemsOf(task.id).map(({ toolResponse }) => JSON.stringify(toolResponse ?? ''));
  expect(said.join('')).toContain(words);
}

/** Approves what is shown: the one change of the superproject, made by this step. That alone is published. */
async function publishOnly(task: StoredTask, commit: string, edit: StoredItem): Promise<StoredItem> {
  const { api, host, repository } = harness;
  const publish = await harness.next(task);
  expect(publish.toolName, api.state.logs.join('')).toBe('publish');
  const shown = publishParameters.parse(publish.toolParameters);
  expect(shown.attribution).toMatchObject({
    files: 1,
    within: [{ listed: ['README.md'], steps: [{ id: edit.id, how: 'declared' }] }],
    outside: { files: 0 },
    rejected: [],
  });
  expect(publish.fileContent).toContain('-# App\n+# Web\n');
  expect(publish.fileContent).not.toContain('lib');
  api.state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(api.state.items.get(edit.id)?.grant).toBe('executed');
  const branch = `countersign/${task.id}`;
  expect(host.git(repository, 'rev-parse', branch)).toBe(shown.commit);
  expect(host.git(repository, 'diff', '--name-status', 'main', branch)).toBe('M\tREADME.md');
  expect(harness.published(task, 'README.md')).toBe('# Web');
  expect(host.git(repository, 'ls-tree', branch, 'lib')).toBe(`160000 commit ${commit}\tlib`);
  return publish;
}

describe('opencode', { timeout: 180_000 }, () => {
  it('is refused edits in a submodule, and what its command changes there is told and not published', async () => {
    const script: Act[] = [];
    const { task, commit } = await beginWithSubmodule(script);
    const { state } = harness.api;
    const root = harness.checkoutOf(task);
    script.push(
      act.edit(root, 'lib/lib.txt', 'one', 'two'),
      act.run(`echo two > '${root}/lib/lib.txt'`),
      act.edit(root, 'README.md', '# App', '# Web'),
      done,
    );
    const run = await harness.next(task);
    expect(run.toolKind, 'the first step that is asked about').toBe('execute');
    expectRefusal(task);
    expect(readFileSync(join(root, 'lib/lib.txt'), 'utf8')).toBe('one\n');
    state.decide(run.id, true);
    const edit = await harness.next(task);
    expect(readFileSync(join(root, 'lib/lib.txt'), 'utf8')).toBe('two\n');
    state.decide(edit.id, true);
    const publish = await publishOnly(task, commit, edit);
    expect(state.items.get(run.id)?.grant).toBe('executed');
    expect(publishParameters.parse(publish.toolParameters).attribution?.notes).toContain(left);
    expect(state.itemsOf(task.id).findLast(({ type }) => type === 'completion')?.content).toContain(left);
  });

  // By this name opencode offers the model one tool for all changes, which takes patches.
  it('is refused a patch of files inside and outside of a submodule as a whole, and goes on', async () => {
    const script: Act[] = [];
    const { task, commit } = await beginWithSubmodule(script, 'gpt-5-mini');
    const { state } = harness.api;
    const root = harness.checkoutOf(task);
    const update = (path: string, from: string, to: string) =>
      `*** Update File: ${root}/${path}\n@@\n-${from}\n+${to}\n`;
    const patch = (...updates: string[]): Act => ({
      tool: 'apply_patch',
      args: { patchText: `*** Begin Patch\n${updates.join('')}*** End Patch` },
    });
    const readme = update('README.md', '# App', '# Web');
    script.push(patch(readme, update('lib/lib.txt', 'one', 'two')), patch(readme), done);
    const edit = await harness.next(task);
    expectRefusal(task);
    for (const [path, text] of [
      ['lib/lib.txt', 'one\n'],
      ['README.md', '# App\n'],
    ] as const)
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
    expect(JSON.stringify(edit.toolParameters)).not.toContain('lib');
    state.decide(edit.id, true);
    const publish = await publishOnly(task, commit, edit);
    expect(JSON.stringify(publish.toolParameters)).not.toContain('lib.txt');
  });
});
