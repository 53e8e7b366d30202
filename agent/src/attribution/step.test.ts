import { expect, it } from 'vitest';
import { digestOf } from './changes.ts';
import type { Files } from './files.ts';
import { passagesOf, windowOf } from './step.ts';

/** Files of which one can be read, and one cannot. */
const files: Files = {
  look: () => Promise.resolve({ files: new Map(), gone: new Map() }),
  inCommit: () => Promise.resolve(null),
  nameOf: (path) => Promise.resolve(`app/${path}`),
  read: (name) => Promise.resolve(name === 'app/held.txt' ? 'say one\n' : null),
  changedAt: (name) => Promise.resolve(name === 'app/none.txt' ? null : 1),
  ignored: () => Promise.resolve([]),
};

const expectedOf = async (path: string, oldText: string | null) => {
  const changes = [{ path, oldText, newText: 'two' }];
  const { declared } = await windowOf({ id: '1', title: 'Edit', kind: 'edit', changes, places: [] }, files);
  return declared?.[`app/${path}`]?.expected;
};

it('expects a replaced passage in its file, and the shown text where there was no file', async () => {
  expect(await expectedOf('held.txt', 'one')).toEqual([digestOf('say two')]);
  expect(await expectedOf('none.txt', 'one')).toEqual([digestOf('two')]);
});

it('does not expect a passage to become the whole of a file that cannot be read', async () => {
  expect(await expectedOf('large.bin', 'one')).toEqual([]);
  expect(await expectedOf('large.bin', null)).toEqual([digestOf('two')]);
});

it('knows a passage that stands in several places in each of them, of what can be read', async () => {
  const changes = [{ path: 'held.txt', oldText: 'say one\n', newText: 'two\n' }];
  const twice: Files = {
    ...files,
    read: (name) => Promise.resolve(name === 'app/held.txt' ? 'say one\nsay one\n' : null),
  };
  const fits = await passagesOf({ id: '1', title: 'Edit', kind: 'edit', changes, places: [] }, twice);
  const fitting = ['two\nsay one\n', 'say one\ntwo\n', 'two\n'].map((text) => fits.get('app/held.txt')?.(text));
  expect(fitting).toEqual([true, true, false]);
  const large = changes.map((change) => ({ ...change, path: 'large.bin' }));
  expect(await passagesOf({ id: '1', title: 'Edit', kind: 'edit', changes: large, places: [] }, files)).toEqual(
    new Map(),
  );
});
