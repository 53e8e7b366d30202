import { expect, test } from 'vitest';
import { anchorsIn, codeWordsIn, linksIn, tableBelow } from './markdown.ts';

test('links are found, but not in code', () => {
  const text =
    'See [a](b.md#c) and ![d](e.png "f"), `[g](h.md)`.\n\n```\n[i](j.md)\n```\n\n[k][1]\n\n[1]: https://l.example\n';
  expect(linksIn(text)).toEqual(['b.md#c', 'e.png', 'https://l.example']);
});

test('anchors are those of GitHub', () => {
  const text = '# A document\n## HTTP API: what `it` is\n### Enforced, or honoured?\n## A document\n```\n# no\n```\n';
  expect(anchorsIn(text)).toEqual(['a-document', 'http-api-what-it-is', 'enforced-or-honoured', 'a-document-1']);
});

test('the words of code are found in spans and blocks', () => {
  const text = 'Run `npm test -- ./web/a.test.ts`, not web/b.ts.\n\n    npx vitest c.ts\n\n```sh\nls dev/d.ts.\n```\n';
  const words = codeWordsIn(text);
  expect(words).toEqual(expect.arrayContaining(['npm', 'web/a.test.ts', 'c.ts', 'dev/d.ts']));
  expect(words).not.toContain('web/b.ts');
});

test('the rows of a table are found below its heading', () => {
  const table = (cell: string) => `| x | y |\n| --- | --- |\n| \`${cell}\` | 2 |\n`;
  const text = `## One\n\n${table('a')}\n## Two\n\n${table('b')}`;
  expect(tableBelow(text, '## Two')).toEqual([['b', '2']]);
  expect(tableBelow(text, '## Three')).toEqual([]);
});
