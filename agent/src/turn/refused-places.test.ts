import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { placeIn, textOfNames } from '../lib/file-names.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { refusalOf } from './refused-places.ts';

afterAll(() => removeTestFolders());

it('refuses what lies in a submodule behind a link, in words that can be sent whatever it is called', async () => {
  const workspace = makeFolder();
  const path = textOfNames(Buffer.from([0x6e, 0xff]));
  mkdirSync(placeIn(workspace, path));
  symlinkSync(placeIn(workspace, path), join(workspace, 'link'));
  const submodule = { path, commit: 'a'.repeat(40), problem: null, inner: [] };
  const call = { toolCallId: '1', title: 'Edit', kind: 'edit', rawInput: {} } as const;
  const content = [{ type: 'diff' as const, path: 'link/it.sh', oldText: null, newText: 'x' }];
  const refusal = await refusalOf(
    { ...call, content },
    { workspace, checkouts: [{ folder: workspace, submodules: [submodule] }] },
  );
  expect(refusal).toContain('link/it.sh lies in the submodule n\\xff, which can only be read here');
});

it('names a link that leads out by its path in the workspace, and what lies outside by its own', async () => {
  const workspace = makeFolder();
  symlinkSync('/etc/hostname', join(workspace, 'link'));
  const refusalTo = (path: string) => {
    const content = [{ type: 'diff' as const, path, oldText: null, newText: 'x' }];
    const call = { toolCallId: '1', title: 'Edit', kind: 'edit', rawInput: {}, content } as const;
    return refusalOf({ ...call, content }, { workspace, checkouts: [{ folder: workspace }] });
  };
  const words = 'leads out of the workspace. Only files inside of it can be changed.';
  expect(await refusalTo(join(workspace, 'link'))).toBe(`link ${words}`);
  expect(await refusalTo('/tmp/notes.md')).toBe(`/tmp/notes.md ${words}`);
});
