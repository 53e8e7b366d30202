import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { InApp, stubLayout, testApproval } from '../../features/approvals/test-approvals.tsx';
import { containersQuery } from '../../features/containers/queries.ts';
import { projectsQuery } from '../../features/projects/queries.ts';
import { tasksQuery } from '../../features/tasks/queries.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { countsKey } from '../../lib/queries/whole-list.ts';
import { PageKeys } from './page-keys.tsx';

beforeEach(() => {
  localStorage.clear();
  stubLayout();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Address = () => <i data-testid="address">{useLocation().pathname}</i>;
const address = () => screen.getByTestId('address').textContent;

function show({ total }: { total?: number } = {}) {
  const queries = createQueryClient();
  const put = (query: { queryKey: readonly unknown[] }, data: unknown) => queries.setQueryData(query.queryKey, data);
  put(projectsQuery(), [{ id: 'p', name: 'Weaving mill' }]);
  put(approvalsQuery(), [testApproval({ id: 'a', title: 'Run the loom' })]);
  put(tasksQuery(), [{ id: 't', title: 'Weave a pattern', project: { name: 'Weaving mill' } }]);
  put(containersQuery(), [
    { id: 'c', name: 'Weaver', status: 'running' },
    { id: 'd', name: 'Weaver of old', status: 'deleted' },
  ]);
  if (total !== undefined) put({ queryKey: countsKey(tasksQuery().queryKey) }, { total });
  render(
    <InApp queries={queries}>
      <PageKeys />
      <Address />
    </InApp>,
  );
}
const open = async () => {
  act(() => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }));
  return screen.findByRole('combobox');
};
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

it('finds pages, projects, requests, tasks and containers, and goes to the chosen one', async () => {
  show();
  const field = await open();
  type(field, 'wea');
  expect(options()).toEqual([
    'Weaving millProject',
    'Weave a patternTask · Weaving mill',
    'WeaverContainer',
    'Run the loomApproval · Weave',
  ]);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen()).toContain('Weave a pattern');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(chosen()).toContain('Run the loom');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(address()).toBe('/approvals/a');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('goes where a click says, and says when there is nothing of the kind', async () => {
  show();
  type(await open(), 'nowhere');
  expect(screen.getByText('No matches.')).toBeTruthy();
  type(screen.getByRole('combobox'), 'all tasks');
  fireEvent.click(screen.getByRole('option'));
  expect(address()).toBe('/tasks');
});

it('says so while not everything has arrived', async () => {
  show({ total: 5000 });
  await open();
  expect(screen.getByText('Still loading.')).toBeTruthy();
});

it('shows all keys at ?', async () => {
  show();
  act(() => void fireEvent.keyDown(document.body, { key: '?', shiftKey: true }));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
});
