import { ApiError, type DecisionSummary, type TaskItem } from '@countersign/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { testDecision } from '../../features/decisions/test-decision.ts';
import * as files from '../../lib/device/save-file.ts';
import { address, FirstPage, offline, openPage, testProject, type TestServer } from '../test-page.tsx';
import { DecisionsPage } from './decisions-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const summary: DecisionSummary = {
  ...{
    approved: 93,
    byRule: 24,
    byLimits: 0,
    rejected: 7,
    answered: 0,
    isCut: true,
    medianSeconds: 14,
    p95Seconds: 412,
  },
  waits: [38, 42, 17, 2, 1],
};
const rejected = testDecision({
  ...{ how: 'rule', rule: { id: 'rule', version: 2, name: 'Tests' } },
  ...{ id: 'other', title: 'Delete \u202e everything', outcome: 'rejected', rejectionReason: 'Not there' },
  device: null,
});

const open = (server: TestServer = {}, at = '/decisions', { isNarrow = false } = {}) =>
  openPage(<DecisionsPage />, {
    at,
    isNarrow,
    path: '/decisions',
    server: {
      'GET /api/decisions': () => [testDecision(), rejected],
      'GET /api/decisions/summary': () => summary,
      'GET /api/projects': () => [testProject()],
      ...server,
    },
  });

test('tells of each decision who made it, how, where and after how long', async () => {
  open();
  await screen.findByText('Run the tests');
  const [first, second] = document.querySelectorAll('li');
  const row = within(first as HTMLElement);
  for (const text of ['Run the tests', 'ada@example.com', 'By hand', 'Chrome on Android', '14s', 'Approved', 'Weave'])
    row.getByText(text);
  within(second as HTMLElement).getByText('Delete ‹U+202E› everything');
  within(second as HTMLElement).getByText('By your rule “Tests”');
  within(second as HTMLElement).getByText('Unknown');
  within(second as HTMLElement).getByText('Not there');
});

test('sums up the last ones, and says of how many', async () => {
  open();
  await screen.findByText('Of the last 100 decisions.');
  screen.getByText('93 %');
  screen.getByText('24 %');
  screen.getByText('answered by rules');
  screen.getByText('6m 52s');
  const bar = screen.getByText('Up to 1 min').closest('tr');
  expect(bar?.textContent).toBe('Up to 1 min42');
});

test('on a phone the decisions come first: the charts fold open below their two main numbers', async () => {
  open({}, '/decisions', { isNarrow: true });
  const folded = await screen.findByText('93 % approved, median wait 14s');
  expect(screen.queryByText('Of the last 100 decisions.')).toBeNull();
  const details = folded.closest('details');
  if (details) details.open = true;
  await screen.findByText('Of the last 100 decisions.');
});

test('shows exactly what was decided about, once it is asked for', async () => {
  const item = { id: 'step', title: 'Run the tests', type: 'tool_call', content: null, toolName: 'shell' };
  const rest = { toolKind: 'execute', toolParameters: { command: 'npm test -- --all' }, filePath: null };
  const complete = { ...item, ...rest, fileContent: null, rejectionReason: null, answer: null } as Partial<TaskItem>;
  const { sent } = open({ 'GET /api/task-items/step': () => complete });
  const [summaryOfFirst] = await screen.findAllByText('What was decided');
  expect(sent.map(({ name }) => name)).not.toContain('GET /api/task-items/step');
  const details = summaryOfFirst?.closest('details');
  if (details) details.open = true;
  await waitFor(() => expect(details?.textContent).toContain('npm test -- --all'));
  expect(details?.textContent).toContain('SHA-256 aaaaaaaaaaaa…');
});

test('the filters are in the address, and are what the server is asked', async () => {
  open({}, '/decisions?project=engine&outcome=rejected&type=nonsense');
  await screen.findByText('Analytical engine', { selector: 'option' });
  const value = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
  expect([value('Project'), value('Outcome'), value('Type')]).toEqual(['engine', 'rejected', '']);
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: '30' } });
  await waitFor(() => expect(address()).toContain('days=30'));
  expect(address()).toContain('project=engine&outcome=rejected');
});

test('what the filters match is saved as a file', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  open();
  fireEvent.click(await screen.findByLabelText('Export as CSV'));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const [name, type, [text = ''] = []] = save.mock.calls[0] ?? [];
  expect([name, type]).toEqual([expect.stringMatching(/^countersign-decisions-.*\.csv$/), 'text/csv']);
  expect(text.split('\r\n')).toHaveLength(4);
});

test('as JSON they are saved as the server has told them, with every character', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  const odd = testDecision({ id: 'odd', title: '=1+1\n"Größe" \u202e\u{1f9f6}', rejectionReason: '\t@SUM(A1)' });
  open({ 'GET /api/decisions': () => [odd, rejected] });
  fireEvent.click(await screen.findByLabelText('Export as JSON'));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const [name, type, [text = ''] = []] = save.mock.calls[0] ?? [];
  expect([name, type]).toEqual([expect.stringMatching(/^countersign-decisions-.*\.json$/), 'application/json']);
  expect(JSON.parse(text)).toEqual([odd, rejected]);
});

test('nothing yet, nothing that matches, and no answer each have their words', async () => {
  open({ 'GET /api/decisions': () => [] });
  await screen.findByText('No decisions yet');
  cleanup();
  open({ 'GET /api/decisions': () => [] }, '/decisions?q=x');
  await screen.findByText('No decisions match your filters');
  cleanup();
  open({ 'GET /api/decisions': offline });
  await screen.findByText('Decisions could not be loaded');
});

test('says which numbers or older decisions could not be loaded, with the way to try again', async () => {
  let numbers: () => unknown = offline;
  let page: () => unknown = () => new FirstPage([testDecision()]);
  open({ 'GET /api/decisions/summary': () => numbers(), 'GET /api/decisions': () => page() });
  await screen.findByText('The numbers could not be loaded');
  numbers = () => summary;
  fireEvent.click(screen.getByText('Try again', { selector: 'button' }));
  await screen.findByText('Of the last 100 decisions.');
  const older = await screen.findByText('Show older ones', { selector: 'button' });
  page = () => Promise.reject(new ApiError(503, 'Too busy', null));
  fireEvent.click(older);
  await screen.findByText('Older decisions could not be loaded.');
  screen.getByText('503: Too busy');
  screen.getByText('Run the tests');
  page = () => [testDecision({ id: 'older', title: 'The first of all' })];
  fireEvent.click(older);
  await screen.findByText('The first of all');
  expect(screen.queryByText('Older decisions could not be loaded.')).toBeNull();
});

test('asks the server once typing has paused, and keeps what it answered before until it answers anew', async () => {
  let found: (decisions: unknown) => void = () => undefined;
  let answer: () => unknown = () => [testDecision(), rejected];
  const { bodies } = open({ 'GET /api/decisions': () => answer() });
  await screen.findByText('Run the tests');
  answer = () => new Promise((resolve) => (found = resolve));
  const search = screen.getByPlaceholderText('Search titles, files, tools, or reasons...');
  for (const words of ['e', 'ev', 'eve', 'every']) fireEvent.change(search, { target: { value: words } });
  await screen.findByText('Looking for decisions…');
  expect(address()).toBe('/decisions?q=every');
  await waitFor(() => expect(bodies('GET /api/decisions'), 'the list, and the one search').toHaveLength(2));
  expect(screen.getByText('Run the tests').closest('[aria-busy=true]')).not.toBeNull();
  found([rejected]);
  await waitFor(() => expect(screen.queryByText('Run the tests')).toBeNull());
  expect(screen.queryByText('Looking for decisions…')).toBeNull();
  expect(bodies('GET /api/decisions/summary'), 'the numbers are of no words').toHaveLength(1);
});
