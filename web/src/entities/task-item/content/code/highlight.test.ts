import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highlightLines, languageOf, shellParts } from './highlight.ts';

it.each([
  ['src/index.ts', 'ts'],
  ['Dockerfile', 'dockerfile'],
  ['a/b.mts', 'typescript'],
  ['README', null],
  ['.env', null],
  ['constructor', null],
  ['src/Constructor', null],
  ['a.constructor', null],
  ['__proto__', null],
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

it('takes a shell command apart by its colours, and loses nothing of it', () => {
  const command = `# it's\nif [ -n "$HOME" ] && cd <a>; then echo '&amp;' "\\"x\\""; fi\n`;
  const parts = shellParts(command);
  expect(parts.map(({ text }) => text).join('')).toBe(command);
  expect(parts).toContainEqual({ text: "# it's", colour: 'hljs-comment' });
  expect(parts).toContainEqual({ text: '$HOME', colour: 'hljs-variable' });
  expect(parts).toContainEqual({ text: 'cd', colour: 'hljs-built_in' });
});

it('loses nothing of any command', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'&<>"\'$`#\\{}();|\n ab=') }), (command) => {
      expect(
        shellParts(command)
          .map(({ text }) => text)
          .join(''),
      ).toBe(command);
    }),
  );
});

it.each([
  ['java', '$'],
  ['typescript', 'aA'],
  ['php', 'A'],
])('a line of %s that would take minutes is not coloured', (language, piece) => {
  const code = piece.repeat(100_000);
  const begun = process.cpuUsage();
  expect(highlightLines(code, language)).toEqual([code]);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
});
