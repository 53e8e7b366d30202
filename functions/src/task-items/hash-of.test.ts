import { describe, expect, test } from 'vitest';
import { hashOf } from './hash-of.ts';

const item = {
  title: 'Write a file',
  type: 'file_creation',
  content: null,
  toolName: 'write',
  toolKind: 'edit',
  toolParameters: { path: 'a', options: { b: 1, a: 2 } },
  filePath: 'a',
  fileContent: 'text',
  enforcement: 'honoured',
};

describe('hashOf', () => {
  test('does not depend on the order of keys', () => {
    const other = { ...item, toolParameters: { options: { a: 2, b: 1 }, path: 'a' } };
    expect(hashOf(other)).toBe(hashOf(item));
  });

  test.each(Object.keys(item))('changes with %s', (field) => {
    expect(hashOf({ ...item, [field]: 'something else' })).not.toBe(hashOf(item));
  });

  test('leaves out what a decision is not about', () => {
    expect(hashOf({ ...item, ...{ toolResponse: 'x', chatResponse: 'y' } })).toBe(hashOf(item));
  });
});
