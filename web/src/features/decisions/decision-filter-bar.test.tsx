import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { SMALL } from '../../ui/viewport/media.ts';
import { DecisionFilterBar } from './decision-filter-bar.tsx';
import type { ChosenFilters } from './decision-filters.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none: ChosenFilters = { q: '', project: '', outcome: '', how: '', type: '', risk: '', days: '' };

function show(filters: ChosenFilters, screenIs: 'small' | 'wide') {
  const listeners = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === SMALL && screenIs === 'small',
    ...listeners,
  }));
  render(
    <ChakraProvider value={system}>
      <DecisionFilterBar filters={filters} projects={[]} onChoose={vi.fn()} />
    </ChakraProvider>,
  );
}

const filters = () => screen.queryAllByRole('combobox').length;

it('has its filters behind a button on a phone', () => {
  show(none, 'small');
  expect(filters()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Filters', expanded: false }));
  expect(filters()).toBe(6);
});

it('shows them at once where one of them leaves something out, though not for the words that are searched', () => {
  show({ ...none, q: 'weave' }, 'small');
  expect(filters()).toBe(0);
  cleanup();
  show({ ...none, outcome: 'rejected' }, 'small');
  expect(filters()).toBe(6);
});

it('shows them without a button where there is room', () => {
  show(none, 'wide');
  expect(filters()).toBe(6);
  expect(screen.queryByRole('button')).toBeNull();
});
