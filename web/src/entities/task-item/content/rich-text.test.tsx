import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../../ui/theme/system.ts';
import RichText from './rich-text.tsx';

afterEach(cleanup);

const show = (text: string) =>
  render(
    <ChakraProvider value={system}>
      <RichText text={text} />
    </ChakraProvider>,
  ).container;

it('shows markdown, and the step of a plan that is half done', () => {
  const shown = show('- [x] *one*\n- [~] two');
  expect([shown.querySelector('em')?.textContent, shown.textContent]).toEqual([
    'one',
    expect.stringContaining('◐ two'),
  ]);
});

it.each([
  ['HTML', '<b>Approved</b> <button>Approve</button> <img src="https://example.com/a.png" onerror="alert(1)">'],
  ['HTML in a block', '<form action="https://example.com/"><input name="a"></form>\n\n<script>alert(1)</script>'],
  ['a style and a frame', '<style>body{display:none}</style>\n\n<iframe src="https://example.com/"></iframe>'],
])('%s is not part of the page: nothing is drawn, run or fetched', (_what, text) => {
  const shown = show(text);
  expect(shown.querySelector('b, button, img, form, input, script, style:not([data-emotion]), iframe')).toBeNull();
  expect(shown.querySelectorAll('[onerror], [src], [action]')).toHaveLength(0);
});

it('a picture of markdown is a link that is not followed by itself; an unsafe address is none', () => {
  const shown = show(
    '![Approved](https://example.com/a.png)\n\n[here](javascript:alert(1)) ![x](data:image/png;base64,AA)',
  );
  expect(shown.querySelector('img')).toBeNull();
  const links = [...shown.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links[0]).toEqual(['Approved (example.com)', 'https://example.com/a.png']);
  expect(links.slice(1).map(([, href]) => href ?? '')).toEqual(['', '']);
});

it.each([
  ['[your account](https://example.com/x)', 'your account (example.com)'],
  ['[https://github.com/login](https://example.com/)', 'https://github.com/login (example.com)'],
  ['[**github.com**/a](https://github.com.example.com/a)', 'github.com/a (github.com.example.com)'],
  ['https://github.com@example.com/a', 'https://github.com@example.com/a (example.com)'],
  ['[here](//example.com/a)', 'here (example.com)'],
  ['[g\u0456thub.com](https://g\u0456thub.com)', 'g\u0456thub.com (xn--gthub-n2e.com)'],
  ['![Approved](https://example.com:8443/a.png)', 'Approved (example.com:8443)'],
  ['[write](mailto:a@example.com)', 'write (a@example.com)'],
])('says where a link leads, if its words do not: %s', (text, shown) => {
  expect(show(text).querySelector('a')?.textContent).toBe(shown);
});

it.each([
  'https://example.com/a',
  'https://example.com',
  'www.example.com/a?b',
  'a@example.com',
  '[example.com](https://example.com/a)',
  '[the task](/tasks/1)',
])('adds nothing to a link whose words say it, or that stays here: %s', (text) => {
  const link = show(text).querySelector('a');
  expect(link?.textContent).toBe(text.replace(/^\[(.*)\].*$/, '$1'));
});

it.each([
  ['text', 'a &#x202E;b *&#8238;c*'],
  ['a link, a heading, a table', '# &#x202E;a\n\n[&#x202E;b](https://example.com)\n\n| a |\n| - |\n| &#x202E;c |'],
  ['the words of a picture', '![a&#x202E;b](https://example.com/a.png)'],
  ['what is written as such', '`a\u202Eb`\n\n~~~\n\u202E\n~~~'],
])('writes out what would not be seen, also where markdown decodes it: %s', (_what, text) => {
  const { textContent } = show(text);
  expect(textContent).toContain('‹U+202E›');
  expect(textContent).not.toContain('\u202e');
});

it.each([
  ['quotes in quotes', '>'.repeat(3_000)],
  ['lists in lists', '- '.repeat(3_000)],
  ['emphasis that never ends', '*a_ '.repeat(10_000)],
  ['line ends', `a${'\n'.repeat(200_000)}b`],
])('%s are shown as they are, and at once', (_what, text) => {
  const begun = process.cpuUsage();
  expect(show(text).textContent).toBe(text);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
});
