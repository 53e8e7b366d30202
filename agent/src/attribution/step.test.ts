import { expect, it } from 'vitest';
import { digestOf } from './changes.ts';
import type { Files } from './files.ts';
import { windowOf } from './step.ts';

/** Files of which one can be read, and one cannot. */
const files: Files = {
  look: () => Promise.resolve({ files: new Map(), gone: new Map() }),
  inCommit: () => Promise.resolve(null),
  nameOf: (path) => Promise.resolve(`app/${path}`),
  read: (name) => Promise.resolve(name === 'app/held.txt' ? 'say one\n' : null),
  changedAt: (name) => Promise.resolve(name === 'app/none.txt' ? null : 1),
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
