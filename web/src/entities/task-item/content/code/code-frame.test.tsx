import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../../../ui/theme/system.ts';
import type { ItemSubject } from '../describe-content.ts';
import { CodeFrame } from './code-frame.tsx';
import { ItemSubjectView } from '../item-subject-view.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

it.each<[string, ItemSubject]>([
  ['a command', { kind: 'command', command: 'rm -rf \u05d0 /\u05d1', cwd: null, rest: undefined }],
  ['a folder', { kind: 'command', command: 'ls', cwd: '\u05d0/\u05d1', rest: undefined }],
  ['a file', { kind: 'file', path: 'a.ts', code: '\u05d0 < \u05d1', rest: undefined }],
  [
    'a change',
    { kind: 'edits', edits: [{ path: 'a.ts', oldText: null, newText: '\u05d0 < \u05d1' }], rest: undefined },
  ],
  ['parameters', { kind: 'parameters', rest: { '\u05d0': '\u05d1' } }],
])('lets no word of %s turn round what stands beside it', async (_what, subject) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const { container } = render(
    <ChakraProvider value={system}>
      <ItemSubjectView subject={subject} />
    </ChakraProvider>,
  );
  const words = () => [...container.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  await waitFor(() => expect(words()).toEqual(['\u05d0', '\u05d1']));
});
