import { expect, it } from 'vitest';
import { containerName } from './container/container-name.ts';
import { fullName } from './repository/full-name.ts';

it('are shown with what would not be seen in them written out', () => {
  expect(fullName({ owner: 'ac\u200bme', name: 'loom\u202e' })).toBe('ac‹U+200B›me/loom‹U+202E›');
  expect(containerName({ name: 'blue\u2066', id: '' })).toBe('blue‹U+2066›');
  expect(containerName({ name: '', id: '0123456789' })).toBe('Container 01234567');
});
