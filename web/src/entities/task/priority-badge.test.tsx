import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { PriorityBadge } from './priority-badge.tsx';

afterEach(cleanup);

it.each([
  [10, '10.0', 'high'],
  [8, '8.0', 'high'],
  [7.9, '7.9', 'warning'],
  [5, '5.0', 'warning'],
  [4.9, '4.9', 'info'],
  [2, '2.0', 'info'],
  [1.9, '1.9', 'neutral'],
  [0, '0.0', 'neutral'],
])('%d is shown as %s, %s', (priority, text, tier) => {
  render(
    <ChakraProvider value={system}>
      <PriorityBadge priority={priority} />
    </ChakraProvider>,
  );
  expect(screen.getByText(text).title).toBe(`Priority: ${tier}`);
});
