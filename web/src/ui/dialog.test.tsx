// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { system } from './theme/system.ts';

afterEach(cleanup);

it('writes out what would not be seen in its title', async () => {
  render(
    <ChakraProvider value={system}>
      <Dialog open onClose={() => undefined} title={'Run\u202e it'} />
    </ChakraProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Run‹U+202E› it' })).toBeTruthy();
});
