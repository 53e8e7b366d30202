import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCall, ToolCallContent } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCall } from './describe-call.ts';
import { refusalOf } from '../refused-places.ts';

let workspace: string;
const inside = (path: string) => join(workspace, path);
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-whole-'));
  await writeFile(inside('old.txt'), '  one\n  two\n');
});
afterEach(() => rm(workspace, { recursive: true }));

const diff = (path: string, newText: string, oldText?: string): ToolCallContent => ({
  type: 'diff',
  path: inside(path),
  newText,
  ...(oldText === undefined ? {} : { oldText }),
});
const shown = async (call: Partial<ToolCall>) =>
  describeCall({ toolCallId: '1', title: 'edit', kind: 'edit', ...call }, workspace);
const index = (path: string) => `Index: ${path}\n===\n--- ${path}\n+++ ${path}\n`;

it('shows a change that comes only as a patch, whose lines have lost their indentation, and the patch not again', async () => {
  const path = inside('old.txt');
  const patch = `${index(path)}@@ -1,2 +1,2 @@\n one\n-two\n+three\n`;
  const rawInput = { filePath: path, oldString: 'two', newString: 'three', filepath: path, diff: patch };
  expect(await shown({ title: path, rawInput })).toEqual({
    type: 'tool_call',
    title: 'Edit old.txt',
    toolName: 'edit',
    toolKind: 'edit',
    toolParameters: { path: 'old.txt', oldText: '  one\n  two\n', newText: '  one\n  three\n' },
    filePath: 'old.txt',
    fileContent: null,
  });
});

it('shows the arguments as they are if a patch is of another text', async () => {
  const rawInput = { filepath: inside('old.txt'), diff: '@@ -1,1 +1,1 @@\n-else\n+three\n' };
  expect((await shown({ rawInput })).toolParameters).toEqual({ ...rawInput, filepath: 'old.txt' });
});

it('shows a moved file as a new one and one that is removed', async () => {
  const content = [diff('new.txt', '  one\n', '  one\n  two\n')];
  const locations = ['old.txt', 'new.txt'].map((path) => ({ path: inside(path) }));
  const edits = [
    { path: 'new.txt', oldText: null, newText: '  one\n' },
    { path: 'old.txt', oldText: '  one\n  two\n', newText: '' },
  ];
  expect((await shown({ content, locations })).toolParameters).toEqual({ edits });
  await writeFile(inside('new.txt'), 'lost\n');
  expect((await shown({ content, locations })).toolParameters, 'over another').toEqual({
    edits: [{ ...edits[0], oldText: 'lost\n' }, edits[1]],
  });
  const elsewhere = [{ path: inside('new.txt') }];
  expect((await shown({ content, locations: elsewhere })).toolParameters, 'from nowhere').toMatchObject({
    path: 'new.txt',
    oldText: 'lost\n',
  });
});

describe('a move as Codex tells it, of the new path alone, with the old one among the places', () => {
  const locations = [{ path: 'old.txt' }];
  const gone = { path: 'old.txt', oldText: '  one\n  two\n', newText: '' };
  const editsOf = async (content: ToolCallContent[], more = locations) =>
    (await shown({ content, locations: more.map(({ path }) => ({ path: inside(path) })) })).toolParameters;

  it('with no text if it changes nothing', async () => {
    const created = { path: 'new.txt', oldText: null, newText: gone.oldText };
    expect(await editsOf([diff('new.txt', '', '')])).toEqual({ edits: [created, gone] });
    await writeFile(inside('new.txt'), 'lost\n');
    expect(await editsOf([diff('new.txt', '', '')]), 'over another').toEqual({
      edits: [{ ...created, oldText: 'lost\n' }, gone],
    });
  });

  it('with the passages that change', async () => {
    const passages = [diff('new.txt', '  1\n', '  one\n'), diff('new.txt', '  2\n', '  two\n')];
    const created = { path: 'new.txt', oldText: null, newText: '  1\n  2\n' };
    expect(await editsOf(passages)).toEqual({ edits: [created, gone] });
    expect(await editsOf(passages.slice(0, 1))).toEqual({
      edits: [{ ...created, newText: '  1\n  two\n' }, gone],
    });
  });

  it('with each passage if it does not say where that stands', async () => {
    await writeFile(inside('old.txt'), 'one\ntwo\none\n');
    expect(await editsOf([diff('new.txt', '1\n', 'one\n')])).toEqual({
      edits: [
        { path: 'new.txt', oldText: null, newText: 'one\ntwo\none\n' },
        { path: 'new.txt', oldText: 'one\n', newText: '1\n' },
        { ...gone, oldText: 'one\ntwo\none\n' },
      ],
    });
  });

  it('in the order of the places where there are several', async () => {
    await writeFile(inside('other.txt'), 'other\n');
    const both = await editsOf([diff('b.txt', '', ''), diff('c.txt', '', '')], [{ path: 'other.txt' }, ...locations]);
    expect(both).toEqual({
      edits: [
        { path: 'b.txt', oldText: null, newText: 'other\n' },
        { path: 'other.txt', oldText: 'other\n', newText: '' },
        { path: 'c.txt', oldText: null, newText: gone.oldText },
        gone,
      ],
    });
  });

  it('and takes nothing for one that does not fit: the other place is named', async () => {
    const untold = 'The agent also names old.txt, and does not show what it does there.';
    const places = locations.map(({ path }) => ({ path: inside(path) }));
    const other = await shown({ content: [diff('new.txt', 'x\n', 'else\n')], locations: places });
    expect([other.content, other.filePath]).toEqual([untold, 'new.txt']);
    const created = await shown({ content: [diff('new.txt', 'x\n')], locations: places });
    expect([created.content, created.filePath]).toEqual([untold, 'new.txt']);
  });
});

const patchText = (more = '') => `*** Begin Patch
*** Update File: app/old.txt
*** Move to: app/new.txt
@@
   one
-  two
+  three
${more}*** End Patch`;

async function patched(told: string, name = 'app/new.txt') {
  const [from, to] = [inside('old.txt'), inside('new.txt')];
  const patch = `${index(from)}@@ -1,2 +1,2 @@\n one\n-two\n+three\n`;
  const file = {
    filePath: from,
    relativePath: 'new.txt',
    type: 'move',
    patch,
    additions: 1,
    deletions: 1,
    movePath: to,
  };
  const rawInput = {
    patchText: told,
    filepath: 'old.txt',
    diff: `${patch}\n`,
    files: [{ ...file, relativePath: name }],
  };
  const fields = await shown({ rawInput, locations: [{ path: from }, { path: to }] });
  const { edits, ...beside } = fields.toolParameters as { edits: unknown };
  expect(edits).toEqual([
    { path: 'new.txt', oldText: null, newText: '  one\n  three\n' },
    { path: 'old.txt', oldText: '  one\n  two\n', newText: '' },
  ]);
  return Object.keys(beside);
}

it('leaves out what says the same as the changes once more, and nothing else', async () => {
  const same = patchText().replaceAll('app/', '');
  expect(await patched(same, 'new.txt')).toEqual([]);
  expect(await patched(same, inside('new.txt').slice(1)), 'from the root').toEqual([]);
  expect(await patched(same, 'else.txt')).toEqual(['files']);
  expect(await patched(patchText(), 'new.txt'), 'other files').toEqual(['patchText']);
  const more = '*** Add File: evil.sh\n+rm -r .\n';
  expect(await patched(same.replace('*** End', `${more}*** End`), 'new.txt')).toEqual(['patchText']);
  expect(await patched(same.replace('three', 'four'), 'new.txt')).toEqual(['patchText']);
});

it('refuses a place outside that only a patch names', async () => {
  const patch = `${index('/etc/evil')}@@ -0,0 +1,1 @@\n+x\n`;
  const rawInput = { files: [{ filePath: '/etc/evil', patch }] };
  const call: ToolCall = { toolCallId: '1', title: 'edit', kind: 'edit', rawInput };
  expect(await refusalOf(call, { workspace, checkouts: [{ folder: workspace, submodules: [] }] })).toContain(
    '/etc/evil leads out of the workspace',
  );
});
