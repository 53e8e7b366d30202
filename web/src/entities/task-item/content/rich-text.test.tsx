// @vitest-environment jsdom
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
  ['quotes in quotes', '>'.repeat(3_000)],
  ['lists in lists', '- '.repeat(3_000)],
  ['emphasis that never ends', '*a_ '.repeat(10_000)],
  ['line ends', `a${'\n'.repeat(200_000)}b`],
])('%s are shown as they are, and at once', (_what, text) => {
  const begun = process.cpuUsage();
  expect(show(text).textContent).toBe(text);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
});
