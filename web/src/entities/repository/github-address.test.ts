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

test('where another server stands in for GitHub, it is there', () => {
  const address = githubAddress({ ...stored, url: 'git@github.com:acme/hello-world.git' }, 'http://127.0.0.1:8094');
  expect(address).toBe('http://127.0.0.1:8094/acme/hello-world');
});
