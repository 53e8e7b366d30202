import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { InApp, stubLayout, testApproval } from '../../features/approvals/test-approvals.tsx';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { countsKey } from '../../lib/queries/whole-list.ts';
import { ApprovalsPage } from './approvals-page.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Shown {
  at?: string;
  isWide?: boolean;
  /** The total, while not all are loaded. */
  total?: number;
}

function show(count: number, { at = '/approvals', isWide = false, total }: Shown = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
  const queries = createQueryClient();
  const { queryKey } = approvalsQuery();
  const approvals = Array.from({ length: count }, (_, index) =>
    testApproval({
      id: `request ${index}`,
      task: { id: `task ${index}`, title: `Task ${index}`, project: { id: 'loom', name: 'Loom' } },
    }),
  );
  queries.setQueryData(queryKey, approvals);
  if (total !== undefined) queries.setQueryData(countsKey(queryKey), { total });
  return render(
    <InApp queries={queries} at={at}>
      <ApprovalsPage />
      <Address />
    </InApp>,
  );
}
const Address = () => <i data-testid="address">{useLocation().search}</i>;

const filter = () => screen.getByRole('button', { name: 'Filter' });
const address = () => screen.getByTestId('address');

it('folds everything behind one control while little waits', () => {
  show(3, { isWide: true });
  expect(filter().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByText('3 pending approvals')).toBeNull();
  fireEvent.click(filter());
  expect(screen.getByRole('search')).toBeTruthy();
  expect(screen.getByText('3 pending approvals')).toBeTruthy();
});

it('shows search and filters where there is more, and room; on a phone only how many there are', () => {
  show(4, { isWide: true });
  expect(screen.getByRole('search')).toBeTruthy();
  cleanup();
  show(4);
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.getByText('4 pending approvals')).toBeTruthy();
});

it('is narrowed and ordered by its address, keeps the mode in it, and leads back to all', () => {
  show(3, { at: '/approvals?q=task+1&order=risk&risk=high' });
  expect(screen.getByText('1 of 3 approvals shown')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Request request 1',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Swipe Mode' }));
  expect(address().textContent).toBe('?q=task+1&order=risk&risk=high&mode=swipe');
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(address().textContent).toBe('?mode=swipe&order=risk');
});

it('says so when nothing passes, beside the way back', () => {
  show(2, { at: '/approvals?q=nothing' });
  expect(screen.getByText('No approvals match your filters')).toBeTruthy();
  expect(screen.getByText('0 of 2 approvals shown')).toBeTruthy();
});

it('tells how many there are in all, and that search has not seen them, until all have arrived', () => {
  show(2, { total: 1234 });
  expect(
    screen.getByText('1,234 pending approvals. 2 loaded so far; search and filters cover only these.'),
  ).toBeTruthy();
});

it('opens the search box at /', () => {
  show(2);
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
