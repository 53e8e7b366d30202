import { expect, test } from 'vitest';
import { githubUrlOf, originsOf } from './github-url.ts';

test.each([
  ['https://api.github.com', undefined],
  ['https://git.example.com/api/v3', 'https://git.example.com'],
  ['http://127.0.0.1:8094/api/v3/', 'http://127.0.0.1:8094'],
])('finds the pages beside the API: %s', (apiUrl, pages) => {
  expect(githubUrlOf(apiUrl)).toBe(pages);
});

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
  ['https://git.example.com/api/v3', 'https://git.example.com'],
  ['http://127.0.0.1:8094/api/v3/', 'http://127.0.0.1:8094'],
])('finds where pull requests may be: %s', (apiUrl, pages) => {
  expect(originsOf(apiUrl)).toEqual(['https://github.com', pages]);
});
