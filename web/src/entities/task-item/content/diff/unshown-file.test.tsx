import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../../../ui/theme/system.ts';
import { diffFiles } from './diff-rows.ts';
import { UnshownFile } from './unshown-file.tsx';

afterEach(cleanup);

it('writes out what would not be seen in the former name of a file, in words and as git wrote it', () => {
  const patch = [
    'diff --git a/gpj\u202e.exe b/logo.png',
    'similarity index 90%',
    'rename from gpj\u202e.exe',
    'rename to logo.png',
    'index 1111111..2222222 100644',
    'Binary files a/gpj\u202e.exe and b/logo.png differ',
    '',
  ].join('\n');
  const [file] = diffFiles(patch);
  if (!file?.source) throw new Error('Expected a binary file');
  const { container } = render(
    <ChakraProvider value={system}>
      <UnshownFile file={file} source={file.source} part="patch/0" />
    </ChakraProvider>,
  );
  screen.getByText(/^renamed from gpj‹U\+202E›\.exe, binary/);
  const details = screen.getByRole('group');
  details.setAttribute('open', '');
  fireEvent(details, new Event('toggle'));
  expect(details.textContent).toContain('rename from gpj‹U+202E›.exe');
  expect(container.textContent).not.toContain('\u202e');
});
