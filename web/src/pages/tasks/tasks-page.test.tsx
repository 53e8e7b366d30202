import type { Task } from '@countersign/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { VirtualTaskList } from '../../features/tasks/virtual-task-list.tsx';
import {
  address,
  FirstPage,
  held,
  inDialog,
  isDialogOpen,
  offline,
  openedDialog,
  openPage,
  testTask,
  type TestServer,
} from '../test-page.tsx';
import { TasksPage } from './tasks-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = 'GET /api/tasks';
const noModel = () => ({ models: [], agents: [] });
const open = (server: TestServer, search = '') =>
  openPage(<TasksPage />, { at: `/tasks${search}`, path: '/tasks', server: { 'GET /api/config': noModel, ...server } });

const tasks: Task[] = [
  testTask({ id: 'mend', title: 'Mend the login', status: 'running', priority: 8.5 }),
  testTask({ id: 'write', title: 'Write it down', description: 'How the Login works', priority: 4.9 }),
  testTask({ id: 'two', title: 'Two exactly', status: 'awaiting_approval', priority: 2 }),
  testTask({ id: 'release', title: 'Release', status: 'completed', priority: 5 }),
];
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(inDialog().getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(inDialog().getByText(name, { selector: 'button' }));

it('shows its shape while it waits', () => {
  open({ [list]: held });
  expect(screen.getAllByTestId('task-skeleton')).toHaveLength(5);
});

it('shows an error to try again, then that there are none', async () => {
  const server: TestServer = { 'GET /api/config': noModel, [list]: offline };
  openPage(<TasksPage />, { at: '/tasks', server });
  await screen.findByText('Tasks could not be loaded');
  server[list] = () => [];
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('No tasks found');
  screen.getByText('Tasks will appear here once they are created in projects');
});

it('combines search with status and priority, says how many are shown, and leads back to all', async () => {
  open({ [list]: () => tasks });
  await screen.findByText('Mend the login');
  const options = [...screen.getByLabelText('Priority').querySelectorAll('option')];
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All Priorities',
    'Low (0-2)',
    'Medium (2-5)',
    'High (5+)',
  ]);
  fireEvent.change(screen.getByPlaceholderText('Search tasks, descriptions, or projects...'), {
    target: { value: 'LOGIN' },
  });
  await waitFor(() => expect(titles()).toEqual(['Mend the login', 'Write it down']));
  fireEvent.change(screen.getByLabelText('Priority'), { target: { value: 'high' } });
  await waitFor(() => expect(titles()).toEqual(['Mend the login']));
  screen.getByText('1 of 4 tasks shown');
  expect(address()).toBe('/tasks?q=LOGIN&priority=high');
  fireEvent.click(screen.getByText('Clear Filters'));
  await waitFor(() => expect(titles()).toHaveLength(4));
  expect(address()).toBe('/tasks');
});

it.each([
  [{ total: 120, byStatus: { running: 70, completed: 50 } }, 'Running70', '1 of 120 tasks shown'],
  // So many are counted with the whole list.
  [{ total: 1_200 }, 'Running…', '1 of 1200 tasks shown'],
])('counts all tasks with its first rows: %j', async (counts, running, shown) => {
  let asked = 0;
  open({ [list]: () => ((asked += 1) > 1 ? held() : new FirstPage(tasks, counts)) }, '?status=running');
  await screen.findByText('Mend the login');
  screen.getByText(shown);
  screen.getByText(`4 of ${counts.total} tasks loaded so far; search and filters cover only these.`);
  const buttons = [...screen.getByLabelText('Tasks by status').querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toContain(running);
});

it('begins with what its address says, and says so when nothing passes', async () => {
  open({ [list]: () => tasks }, '?q=nothing+like+it&status=running&priority=low');
  await screen.findByText('No tasks match your filters');
  screen.getByText('Try adjusting your search terms or filters');
  screen.getByText('0 of 4 tasks shown');
  expect(screen.getByLabelText('Status')).toHaveProperty('value', 'running');
  const counts = [...screen.getByLabelText('Tasks by status').querySelectorAll('button')];
  expect(counts.find(({ textContent }) => textContent === 'Running1')?.getAttribute('aria-pressed')).toBe('true');
});

it('edits a task with each complaint beside its field, out of its own words where the list has them cut', async () => {
  const description = `Mend ${'and test '.repeat(50)}it.`;
  const whole = testTask({ id: 'mend', title: 'Mend the login', description });
  const server: TestServer = { 'GET /api/config': noModel, [list]: () => tasks, 'GET /api/tasks/mend': offline };
  server['PATCH /api/tasks/mend'] = () => whole;
  const { bodies } = openPage(<TasksPage />, { at: '/tasks', server });
  fireEvent.click(await screen.findByLabelText('Edit Mend the login'));
  await (await openedDialog()).findByText('The task could not be loaded');
  expect(inDialog().getByText('Save'), 'there is nothing to save').toHaveProperty('disabled', true);
  server['GET /api/tasks/mend'] = () => whole;
  press('Try again');
  expect(await inDialog().findByLabelText('Description')).toHaveProperty('value', description);
  type(/Title/, '  ');
  type('Priority (0-10)', '11');
  press('Save');
  await inDialog().findByText('Title is required');
  inDialog().getByText('Priority is a number from 0 to 10');
  type(/Title/, 'Renamed');
  type('Priority (0-10)', '7.5');
  press('Save');
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(bodies('PATCH /api/tasks/mend')).toEqual([{ title: 'Renamed', priority: 7.5 }]);
});

it('reopens what has ended, nothing else', async () => {
  const reopened = testTask({ id: 'release', title: 'Release' });
  const { bodies } = open({ [list]: () => tasks, 'PATCH /api/tasks/release': () => reopened });
  fireEvent.click(await screen.findByLabelText('Reopen Release'));
  expect(screen.queryByLabelText('Reopen Mend the login')).toBeNull();
  await waitFor(() => expect(bodies('PATCH /api/tasks/release')).toEqual([{ status: 'pending' }]));
});

it('reopens once, however often that is pressed', async () => {
  const { bodies, told } = open({ [list]: () => tasks, 'PATCH /api/tasks/release': held });
  const button = await screen.findByLabelText('Reopen Release');
  for (let press = 0; press < 3; press += 1) fireEvent.click(button);
  await waitFor(() => expect(bodies('PATCH /api/tasks/release')).toHaveLength(1));
  expect(told).toEqual([]);
});

it('says when a task could not be deleted, and asks for the list again when it was', async () => {
  const server: TestServer = { [list]: () => tasks, 'DELETE /api/tasks/release': offline };
  const { told, bodies } = openPage(<TasksPage />, { at: '/tasks', server });
  fireEvent.click(await screen.findByLabelText('Delete Release'));
  await openedDialog();
  press('Delete');
  await waitFor(() => expect(told).toEqual(['Failed to delete task']));
  server['DELETE /api/tasks/release'] = () => undefined;
  const before = bodies(list).length;
  press('Delete');
  await waitFor(() => expect(told).toContain('Task deleted successfully'));
  await waitFor(() => expect(bodies(list).length).toBeGreaterThan(before));
});

it('keeps the focus in a long list when the card that has it goes', () => {
  const all = ['one', 'two', 'three'].map((id) => testTask({ id, title: `Weave ${id}` }));
  const none = () => undefined;
  function Tasks() {
    const [shown, setShown] = useState(all);
    return (
      <>
        <button onClick={() => setShown(all.filter(({ id }) => id !== 'two'))}>Refresh</button>
        <VirtualTaskList tasks={shown} onEdit={none} onReopen={none} onDelete={none} />
      </>
    );
  }
  openPage(<Tasks />, { at: '/tasks', server: {} });
  screen.getByLabelText('Edit Weave two').focus();
  fireEvent.click(screen.getByText('Refresh'));
  expect(screen.queryByText('Weave two')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('Weave three').closest('li'));
});

it.each([
  ['of a list that goes on', 20, true],
  ['of one that is all there', 60, false],
])('draws the first cards %s before the others', async (_which, count, goesOn) => {
  const many = Array.from({ length: count }, (_, n) => testTask({ id: `t${n}`, title: `Weave ${n}` }));
  const drawn: number[] = [];
  const note = () => void drawn.push(document.querySelectorAll('[aria-label=Tasks] > li').length);
  let asked = 0;
  const reply = () => (goesOn ? ((asked += 1) > 1 ? held() : new FirstPage(many, { total: 120 })) : many);
  const page = (
    <Profiler id="tasks" onRender={note}>
      <TasksPage />
    </Profiler>
  );
  openPage(page, { at: '/tasks', server: { [list]: reply } });
  await screen.findByText('Weave 0');
  expect(drawn.find((cards) => cards > 0)).toBeLessThanOrEqual(12);
  if (!goesOn) await waitFor(() => expect(drawn.at(-1)).toBe(60));
});
