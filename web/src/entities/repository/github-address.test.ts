import { expect, test } from 'vitest';
import { githubAddress } from './github-address.ts';

const stored = { owner: 'acme', name: 'hello-world' };

test.each([
  'https://github.com/acme/hello-world.git',
  'git@github.com:acme/hello-world.git',
  'github.com/acme/hello-world/',
])('%s leads to the page of the repository', (url) => {
  expect(githubAddress({ ...stored, url })).toBe('https://github.com/acme/hello-world');
});

test('an address that is none of GitHub never becomes a link of its own', () => {
  expect(githubAddress({ ...stored, url: 'javascript:alert(1)' })).toBe('https://github.com/acme/hello-world');
});
