import type { Task } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { SETTLE_MS } from '../../features/approvals/press-guards/settling.ts';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import {
  address,
  held,
  inDialog,
  missing,
  offline,
  openedDialog,
  openPage,
  testTask,
  type TestServer,
} from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/tasks/weave';
const serverOf = (fields: Partial<Task> = {}): TestServer => ({
  [`GET ${path}`]: () => testTask(fields),
  [`GET ${path}/items`]: () => [],
  'GET /api/projects/engine/containers': () => [],
  'GET /api/config': () => ({ models: [{ name: 'llama', isPriced: false }], agents: [] }),
});
const open = (server: TestServer) => openPage(<TaskDetailPage />, { at: '/tasks/weave', path: '/tasks/:id', server });
const factOf = (label: string) => screen.queryByText(label, { selector: 'dt' })?.nextElementSibling?.textContent;
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const offered = (name: string) => screen.queryByText(name, { selector: 'button' }) !== null;

it('tells what the task is, and that nothing has been done yet', async () => {
  open(serverOf({ title: 'Weave a pattern', description: 'With flowers.', priority: 5.5 }));
  await screen.findByText('No execution history yet');
  screen.getByText('Task items will appear here when the agent starts working on this task');
  const told = ['Status', 'Priority', 'Description', 'Completed', 'Container ID'].map(factOf);
  expect(told).toEqual(['Pending', '5.5', 'With flowers.', 'Not yet', 'None yet']);
  for (const label of ['Created', 'Last Updated']) expect(factOf(label), label).toBeTruthy();
  expect(screen.getByText('Analytical engine').closest('a')?.getAttribute('href')).toBe('/projects/engine');
  expect(document.title).toContain('Weave a pattern · Countersign');
});

it('says that it loads; then what could not be loaded, each to be tried again', async () => {
  open({ ...serverOf(), [`GET ${path}`]: held });
  screen.getByText('Loading the task');
  cleanup();
  const server: TestServer = { ...serverOf(), [`GET ${path}`]: offline, [`GET ${path}/items`]: offline };
  const { bodies } = open(server);
  await screen.findByText('The task could not be loaded');
  expect(bodies(`GET ${path}`), 'not tried again by itself').toHaveLength(1);
  server[`GET ${path}`] = () => testTask();
  press('Try again');
  await screen.findByText('The history could not be loaded');
  server[`GET ${path}/items`] = () => [];
  press('Try again');
  await screen.findByText('No execution history yet');
  server[`GET ${path}/items`] = offline;
  fireEvent.click(screen.getByLabelText('Refresh'));
  await screen.findByText(/The history could not be refreshed and may have changed\./);
});

it('says that it is missing', async () => {
  open({ ...serverOf(), [`GET ${path}`]: missing });
  await screen.findByText('Task Not Found');
  screen.getByText('The requested task could not be found.');
  expect(screen.getByText('Back to Tasks').closest('a')?.getAttribute('href')).toBe('/tasks');
});

it('keeps a message that could not be sent, and sends no empty one', async () => {
  const { told, bodies } = open({ ...serverOf(), [`POST ${path}/messages`]: offline });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Message to the agent');
  press('Send');
  await screen.findByText('Message is required');
  fireEvent.change(field, { target: { value: 'Use blue yarn' } });
  press('Send');
  await waitFor(() => expect(told).toEqual(['Failed to send message']));
  await screen.findByText('The server could not be reached. Check your connection.');
  expect(field.value).toBe('Use blue yarn');
  expect(bodies(`POST ${path}/messages`)).toEqual([{ text: 'Use blue yarn' }]);
});

it('a task that is kept by hand is completed by its owner, and has no agent', async () => {
  const server = serverOf({ status: 'running', keptByHand: true });
  server[`PATCH ${path}`] = offline;
  const { told, bodies } = open(server);
  await screen.findByText('You handle this task yourself; no agent works on it.');
  expect(['Stop', 'Send', 'Reopen'].filter(offered)).toEqual([]);
  press('Complete');
  await waitFor(() => expect(told).toEqual(['Failed to complete task']));
  server[`PATCH ${path}`] = () => testTask({ status: 'completed', keptByHand: true });
  press('Complete');
  await screen.findByText('This task has ended. Reopen it to let an agent work on it.');
  expect(bodies(`PATCH ${path}`)).toEqual([{ status: 'completed' }, { status: 'completed' }]);
  expect(['Complete', 'Reopen'].filter(offered)).toEqual(['Reopen']);
});

it('leaves the keyboard beside what was completed or reopened, where another press does nothing', async () => {
  const server = serverOf({ status: 'running', keptByHand: true });
  server[`PATCH ${path}`] = ({ body }) => testTask({ keptByHand: true, ...(body as Partial<Task>) });
  open(server);
  await screen.findByText('You handle this task yourself; no agent works on it.');
  for (const [name, next] of [
    ['Complete', 'Reopen'],
    ['Reopen', 'Edit'],
  ] as const) {
    screen.getByText(name, { selector: 'button' }).focus();
    press(name);
    await waitFor(() => expect(offered(name)).toBe(false));
    expect(document.activeElement?.getAttribute('role')).toBe('group');
    expect(document.activeElement?.contains(screen.getByText(next, { selector: 'button' }))).toBe(true);
  }
});

it('takes the second click of a double click on Complete for none on Reopen, which stands there then', async () => {
  const server = serverOf({ status: 'completed', keptByHand: true });
  server[`PATCH ${path}`] = () => testTask({ status: 'pending' });
  const { bodies } = open(server);
  const reopen = await screen.findByText('Reopen', { selector: 'button' });
  fireEvent.click(reopen, { detail: 2 });
  fireEvent.click(reopen, { detail: 1 });
  await waitFor(() => expect(offered('Reopen')).toBe(false));
  expect(bodies(`PATCH ${path}`)).toHaveLength(1);
});

it('asks before a change of it that is not saved is lost', async () => {
  open(serverOf());
  await screen.findByText('No execution history yet');
  press('Edit');
  await openedDialog();
  fireEvent.change(await inDialog().findByLabelText('Description'), { target: { value: 'With care' } });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await screen.findByText('Close without saving?');
  press('Keep editing');
  await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull());
  expect(inDialog().getByLabelText<HTMLTextAreaElement>('Description').value).toBe('With care');
});

it('says that it is stopping until its agent has stopped', async () => {
  const { queries } = open({ ...serverOf(), [`GET ${path}`]: () => testTask({ status: 'running', isStopping: true }) });
  await screen.findByText('Stopping…');
  queries.setQueryData(keys.tasks.one('weave'), testTask({ status: 'failed', isStopping: true }));
  await waitFor(() => expect(screen.queryByText('Stopping…')).toBeNull());
});

it('gets another budget, and none', async () => {
  // Typed by hand, it might be 1,125.
  const budget = { amount: 1.125, unit: 'usd', granted: 0 };
  const server = serverOf({ budget });
  server[`PATCH ${path}`] = () => testTask();
  const { bodies } = open(server);
  await screen.findByText('No execution history yet');
  press('Edit');
  await openedDialog();
  const field = await inDialog().findByLabelText<HTMLInputElement>('Budget ($)');
  const save = (typed: string) => {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(inDialog().getByText('Save'));
  };
  expect(field.value).toBe('1.125');
  save('1.250');
  await inDialog().findByText('A budget is a number such as 1500');
  expect(bodies(`PATCH ${path}`)).toEqual([]);
  save('');
  await waitFor(() => expect(bodies(`PATCH ${path}`)).toEqual([{ budget: null }]));
  await waitFor(() => expect(factOf('Budget')).toBeUndefined());
});

it('is left once it was deleted, after asking', async () => {
  const { told } = open({ ...serverOf(), [`DELETE ${path}`]: () => undefined });
  await screen.findByText('No execution history yet');
  press('Delete');
  const dialog = await openedDialog();
  dialog.getByText(/are deleted\. This cannot be undone\./);
  fireEvent.click(dialog.getByText('Delete', { selector: 'button' }));
  await waitFor(() => expect(address()).toBe('/tasks'));
  expect(told).toEqual(['Task deleted successfully']);
});

it('tells what the models used, at the task and its steps; a question about the budget needs no parameters', async () => {
  const usage = { inputTokens: 48_210, outputTokens: 2_904, cachedTokens: 31_000, cost: 0.42, unpriced: ['llama'] };
  const asks = testTaskItem({
    ...{
      id: 'budget',
      type: 'approval_request',
      title: 'Go on with another 2 $?',
      content: 'Approve lets it use 2 $ more, once.',
      usage,
    },
    ...{ toolName: 'budget', toolKind: 'budget', toolParameters: { amount: 2, unit: 'usd' }, isApproved: true },
  });
  const server = serverOf({ usage, budget: { amount: 2, unit: 'usd', granted: 2 } });
  server[`GET ${path}/items`] = () => [asks];
  open(server);
  await screen.findByText('Go on with another 2 $?');
  expect(screen.getAllByText('0.42 $ · 51,114 tokens')).toHaveLength(2);
  screen.getByText('48,210 read (31,000 from cache), 2,904 written');
  screen.getByText('No price is set for llama: its tokens are not included.');
  expect(factOf('Budget')).toBe('2 $, plus 2 $ that you approved');
  expect(screen.queryByText('Parameters'), 'its words say it all').toBeNull();
});

it('a press that comes right after another request took the place of a decided one decides nothing, and says so', async () => {
  const asked = (id: string) => testTaskItem({ id, taskId: 'weave', title: `Run ${id}`, content: id, hash: id });
  const server: TestServer = { ...serverOf({ status: 'awaiting_approval' }) };
  server[`GET ${path}/items`] = () => [asked('one'), asked('two')];
  for (const id of ['one', 'two'])
    server[`POST /api/task-items/${id}/approve`] = () => ({ ...asked(id), isApproved: true });
  const { bodies } = open(server);
  const approve = () => screen.getAllByText('Approve', { selector: 'button' });
  await waitFor(() => expect(approve().map((one) => one.hasAttribute('disabled'))).toEqual([false, false]));
  // From here on the clock advances only when this test says so.
  let fetched: (items: unknown) => void = () => undefined;
  server[`GET ${path}/items`] = () => new Promise((resolve) => (fetched = resolve));
  fireEvent.click(approve()[0] as HTMLElement);
  await waitFor(() => expect(bodies('POST /api/task-items/one/approve')).toHaveLength(1));
  await waitFor(() => expect(bodies(`GET ${path}/items`).length).toBeGreaterThan(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fetched([asked('two')]);
  const pass = (ms: number) =>
    act(async () => {
      vi.advanceTimersByTime(ms);
      await Promise.resolve();
    });
  for (let turn = 0; turn < 100 && approve().length > 1; turn += 1) await pass(1);
  expect(approve()).toHaveLength(1);
  fireEvent.click(approve()[0] as HTMLElement);
  screen.getByText('Ignored: this has just appeared. Press again.');
  expect(bodies('POST /api/task-items/two/approve')).toEqual([]);
  await pass(SETTLE_MS);
  fireEvent.click(approve()[0] as HTMLElement);
  vi.useRealTimers();
  await waitFor(() => expect(bodies('POST /api/task-items/two/approve')).toHaveLength(1));
});
