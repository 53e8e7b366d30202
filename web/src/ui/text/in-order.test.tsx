import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { inOrder, inOrderHtml } from './in-order.tsx';

const drawn = (text: string) => renderToStaticMarkup(inOrder(text));

it.each([
  ['rm -rf src/a.ts', 'rm -rf src/a.ts'],
  ['日本 ü 👍', '日本 ü 👍'],
  ['rm -rf \u05d0 /\u05d1', 'rm -rf <bdi>\u05d0</bdi> /<bdi>\u05d1</bdi>'],
  [
    '\u05e9\u05dc\u05d5\u05dd.\u05e2\u05d5\u05dc\u05dd=1',
    '<bdi>\u05e9\u05dc\u05d5\u05dd</bdi>.<bdi>\u05e2\u05d5\u05dc\u05dd</bdi>=1',
  ],
  ['\u0661-\u0662', '<bdi>\u0661</bdi>-<bdi>\u0662</bdi>'],
  ['\u05d1\u05b0\u0301\u05d3 \u{1e900}', '<bdi>\u05d1\u05b0\u0301\u05d3</bdi> <bdi>\u{1e900}</bdi>'],
])('keeps each word from turning round what stands beside it: %s', (text, html) => {
  expect(drawn(text)).toBe(html);
  expect(inOrderHtml(text)).toBe(html);
});

it('leaves tags and entities of HTML as they are', () => {
  expect(inOrderHtml('<span class="hljs-string">&quot;\u05d0&quot;</span>\u05d1')).toBe(
    '<span class="hljs-string">&quot;<bdi>\u05d0</bdi>&quot;</span><bdi>\u05d1</bdi>',
  );
});

it('has one element for a text of many such words', () => {
  const text = '\u05d0 '.repeat(200);
  expect(drawn(text)).toBe(`<bdo dir="ltr">${text}</bdo>`);
  expect(inOrderHtml(text)).toBe(`<bdo dir="ltr">${text}</bdo>`);
});
