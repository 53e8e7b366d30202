// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../../../ui/theme/system.ts';
import { CodeFrame } from './code-frame.tsx';
import { ItemSubjectView } from '../item-subject-view.tsx';

afterEach(cleanup);

it('writes out what would not be seen in a title: the folder of a command', () => {
  const subject = { kind: 'command', command: 'ls', cwd: 'src\u202e/lib', rest: undefined } as const;
  render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={subject} />
    </ChakraProvider>,
  );
  expect(screen.getByText('Command in src‹U+202E›/lib')).toBeTruthy();
});

it('writes out what a page does not draw of a name', () => {
  render(
    <ChakraProvider value={system}>
      <CodeFrame title={'a\n'}>text</CodeFrame>
    </ChakraProvider>,
  );
  expect(screen.getByText('a‹U+000A›')).toBeTruthy();
});

it('writes out a blank of a command that is no space', () => {
  const subject = { kind: 'command', command: 'rm\u00a0-r .', cwd: null, rest: undefined } as const;
  render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={subject} />
    </ChakraProvider>,
  );
  expect(screen.getByText('rm‹U+00A0›-r .')).toBeTruthy();
});
