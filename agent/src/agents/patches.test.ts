import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';

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

// By this name opencode offers the model one tool for all changes, which takes patches.
it('opencode with a GPT-5 model shows each file of a patch, and nothing twice', { timeout: 180_000 }, async () => {
  const script: Act[] = [];
  const task = await harness.begin({ agent: 'opencode', files, script, modelName: 'gpt-5-mini' });
  const { api, model } = harness;
  const root = harness.checkoutOf(task);
  const patchText = `*** Begin Patch
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
  script.push({ tool: 'apply_patch', args: { patchText } }, { say: 'All is done.' });
  const asked = await harness.next(task);
  const shown = (path: string) => relative(harness.workspaceOf(task), join(root, path));
  const { edits, ...beside } = asked.toolParameters as { edits: Array<{ path: string }> };
  expect(edits.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: shown('gone.txt'), oldText: 'gone\n', newText: '' },
    { path: shown('greet.js'), oldText: greets('Hello'), newText: greets('Hello there') },
    { path: shown('notes.md'), oldText: null, newText: 'A note.\n' },
    { path: shown('old.txt'), oldText: 'one\n', newText: '' },
    { path: shown('sub/new.txt'), oldText: null, newText: 'two\n' },
  ]);
  expect(beside).toEqual({});
  await harness.approveAll(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(api.state.items.get(asked.id)?.grant).toBe('executed');
  expect(harness.published(task, 'greet.js')).toContain('Hello there');
  expect(harness.published(task, 'sub/new.txt')).toBe('two');
  for (const gone of ['old.txt', 'gone.txt']) expect(harness.published(task, gone)).toBeNull();
  const bodies = model.requests.map((request) => JSON.parse(request) as Record<string, unknown>);
  for (const body of bodies) {
    expect(body).toMatchObject({ model: 'gpt-5-mini', max_completion_tokens: expect.any(Number) });
  }
  expect(JSON.stringify(bodies[0]?.tools)).toContain('"apply_patch"');
});
