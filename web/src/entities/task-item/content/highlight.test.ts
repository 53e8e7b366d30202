import { expect, it } from 'vitest';
import { highlightLines, languageOf } from './highlight.ts';

it.each([
  ['src/index.ts', 'ts'],
  ['Dockerfile', 'dockerfile'],
  ['a/b.mts', 'typescript'],
  ['README', null],
  ['.env', null],
])('knows the language of %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

it('escapes what could be markup, with and without a language', () => {
  const code = 'const a = "<img src=x onerror=alert(1)>";';
  for (const language of ['typescript', null]) {
    const html = highlightLines(code, language).join('');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  }
});

it('closes a comment at each line end and opens it on the next', () => {
  const lines = highlightLines('/* one\ntwo */\nlet x;', 'typescript');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.split('<span').length, line).toBe(line.split('</span>').length);
  }
  expect(lines[1]).toContain('hljs-comment');
  expect(lines[2]).toContain('hljs-keyword');
});
