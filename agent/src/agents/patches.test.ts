import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import type { StoredTask } from '../testing/agent-state.ts';
import { useHarness } from '../testing/harness.ts';
import { isLong } from '../../../dev/testing/sample.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf } from '../testing/real-agents.ts';

const harness = useHarness();
const greets = (words: string) => `class A {
  a() {}
  b() {}
  c() {}
  greet() {
    return '${words}';
  }
  d() {}
  e() {}
  f() {}
}
`;
const files = { 'greet.js': greets('Hello'), 'old.txt': 'one\n', 'gone.txt': 'gone\n', 'AGENTS.md': 'Be brief.\n' };

/** A patch of several files: one new, one changed, one moved, one removed. */
const patchIn = (root: string) => `*** Begin Patch
*** Add File: ${root}/notes.md
+A note.
*** Update File: ${root}/greet.js
@@
-    return 'Hello';
+    return 'Hello there';
*** Update File: ${root}/old.txt
*** Move to: ${root}/sub/new.txt
@@
-one
+two
*** Delete File: ${root}/gone.txt
*** End Patch`;

/** Each file is shown once and nothing beside them; what is approved is published. */
async function approvePatch(task: StoredTask, greet: object): Promise<void> {
  const asked = await harness.next(task);
  const shown = (path: string) => relative(harness.workspaceOf(task), join(harness.checkoutOf(task), path));
  const { edits, ...beside } = asked.toolParameters as { edits: Array<{ path: string }> };
  expect(edits.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: shown('gone.txt'), oldText: 'gone\n', newText: '' },
    { path: shown('greet.js'), ...greet },
    { path: shown('notes.md'), oldText: null, newText: 'A note.\n' },
    { path: shown('old.txt'), oldText: 'one\n', newText: '' },
    { path: shown('sub/new.txt'), oldText: null, newText: 'two\n' },
  ]);
  expect(beside).toEqual({});
  const [, publish] = await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(publish?.toolParameters).toMatchObject({ attribution: { files: 5, outside: { files: 0 } } });
  expect(harness.api.state.items.get(asked.id)?.grant).toBe('executed');
  expect(harness.published(task, 'greet.js')).toContain('Hello there');
  expect(harness.published(task, 'sub/new.txt')).toBe('two');
  for (const gone of ['old.txt', 'gone.txt']) expect(harness.published(task, gone)).toBeNull();
}

// By this name opencode offers the model one tool for all changes, which takes patches.
it('opencode with a GPT-5 model shows each file of a patch, and nothing twice', { timeout: 180_000 }, async () => {
  const script: Act[] = [];
  const task = await harness.begin({ agent: 'opencode', files, script, modelName: 'gpt-5-mini' });
  const patchText = patchIn(harness.checkoutOf(task));
  script.push({ tool: 'apply_patch', args: { patchText } }, { say: 'All is done.' });
  await approvePatch(task, { oldText: greets('Hello'), newText: greets('Hello there') });
  expect(harness.model.requests[0], 'among its tools').toContain('"name":"apply_patch"');
  for (const request of harness.model.requests) {
    expect(JSON.parse(request)).toMatchObject({ model: 'gpt-5-mini', max_completion_tokens: expect.any(Number) });
  }
});

/** It has to be installed. */
const others = isLong ? (['codex'] as const) : [];

it.each(others)('%s shows each file of a patch of its own tool', { timeout: 180_000 }, async (agent) => {
  const script: Act[] = [];
  const task = await harness.begin({ agent, files, script, modelName: 'gpt-5.5', ...placeOf(agent) });
  script.push({ tool: 'apply_patch', args: { patch: patchIn(harness.checkoutOf(task)) } }, { say: 'All is done.' });
  const passage = (words: string) => expect.stringContaining(`    return '${words}';\n`);
  await approvePatch(task, { oldText: passage('Hello'), newText: passage('Hello there') });
});

/** How each of them changes passages of files, and what the files hold then. */
const passages = {
  claude: {
    files: {
      'quotes.txt': 'a\nSay \u201Cone\u201D.\n',
      'ends.txt': 'one\r\ntwo\r\nthree\r\n',
      'gone.txt': 'one\ntwo\nthree\n',
      'mark.txt': '\uFEFFone\n',
      'escape.json': String.raw`{"a": "caf\u00e9"}`,
    },
    actsIn: (root: string): Act[] => {
      const read = (name: string): Act => ({ tool: 'Read', args: { file_path: join(root, name) } });
      const edit = (name: string, old_string: string, new_string: string): Act[] => [
        read(name),
        { tool: 'Edit', args: { file_path: join(root, name), old_string, new_string } },
      ];
      return [
        ...edit('quotes.txt', 'Say "one".', 'Say "two".'),
        ...edit('ends.txt', 'one\ntwo', '1\n2'),
        ...edit('gone.txt', 'two', ''),
        read('mark.txt'),
        { tool: 'Write', args: { file_path: join(root, 'mark.txt'), content: 'two\n' } },
        ...edit('escape.json', 'caf\u00e9', 'th\u00e9'),
      ];
    },
    made: {
      'quotes.txt': 'a\nSay \u201Ctwo\u201D.',
      'ends.txt': '1\r\n2\r\nthree',
      'gone.txt': 'one\nthree',
      'mark.txt': '\uFEFFtwo',
      'escape.json': String.raw`{"a": "th\u00e9"}`,
    },
  },
  codex: {
    files: {
      'many.js': 'a {\n}\nb {\n}\n',
      'ends.txt': 'one\r\ntwo\r\n',
      'old.txt': 'one\ntwo\n',
      'same.txt': 'one\n',
    },
    actsIn: (root: string): Act[] => {
      const update = (...lines: string[]): Act => {
        const patch = ['*** Begin Patch', `*** Update File: ${root}/${lines.join('\n')}`, '*** End Patch'].join('\n');
        return { tool: 'apply_patch', args: { patch } };
      };
      return [
        update('many.js', '@@ b {', ' }', '+c {', '+}'),
        update('ends.txt', '@@', ' one', '-two', '+2'),
        update('old.txt', `*** Move to: ${root}/sub/new.txt`, '@@', '-one', '+1', ' two'),
        update('same.txt', `*** Move to: ${root}/sub/same.txt`, '@@', ' one'),
      ];
    },
    made: {
      'many.js': 'a {\n}\nb {\n}\nc {\n}',
      'ends.txt': 'one\r\n2',
      'old.txt': null,
      'sub/new.txt': '1\ntwo',
      'sub/same.txt': 'one',
    },
  },
};

it.each(isLong ? (['claude', 'codex'] as const) : [])(
  '%s makes of the passages that it shows what was approved',
  { timeout: 180_000 },
  async (agent) => {
    const script: Act[] = [];
    const { files: held, actsIn, made } = passages[agent];
    const modelName = agent === 'codex' ? { modelName: 'gpt-5.5' } : {};
    const task = await harness.begin({ agent, files: held, script, ...modelName, ...placeOf(agent) });
    script.push(...actsIn(harness.checkoutOf(task)), { say: 'All is done.' });
    const publish = (await harness.approveAll(task)).at(-1);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(publish?.toolParameters).toMatchObject({ attribution: { outside: { files: 0 } } });
    const published = Object.keys(made).map((name) => [name, harness.published(task, name)]);
    expect(Object.fromEntries(published)).toEqual(made);
  },
);
