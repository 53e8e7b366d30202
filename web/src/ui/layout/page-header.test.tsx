import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../theme/system.ts';
import { PageHeader } from './page-header.tsx';

afterEach(cleanup);

it('writes out, also in the tab, what would not be seen in a title', () => {
  render(
    <ChakraProvider value={system}>
      <PageHeader title={'Weave\u202e'} />
    </ChakraProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Weave‹U+202E›');
  expect(document.title).toBe('Weave‹U+202E› · Countersign');
});
