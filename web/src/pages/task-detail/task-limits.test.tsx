import type { RulePattern, Task } from '@countersign/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as live from '../../features/live/use-live.ts';
import { testTaskItem } from '../../features/task-items/test-task-item.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { inDialog, isDialogOpen, offline, openedDialog, openPage, testTask, type TestServer } from '../test-page.tsx';
import { TaskDetailPage } from './task-detail-page.tsx';

beforeEach(() => void vi.spyOn(live, 'useLiveTask').mockReturnValue('on'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const path = '/api/tasks/weave';
const tests: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
const sources: RulePattern = { kind: 'file', act: 'edit', path: 'src/**' };
const proposal = {
  limits: { patterns: [tests, sources], steps: 30, minutes: 60, budget: null },
  ...{ budgetUnit: 'tokens', of: 40, matched: 36 },
};
const inAnHour = () => new Date(Date.now() + 59.5 * 60_000).toISOString();
const limits = (fields: Partial<NonNullable<Task['limits']>> = {}) => ({
  ...{ itemId: 'card', steps: 30, stepsUsed: 7, until: inAnHour() },
  ...fields,
});
const serverOf = (fields: Partial<Task> = {}): TestServer => ({
  [`GET ${path}`]: () => testTask({ status: 'running', ...fields }),
  [`GET ${path}/items`]: () => [],
  [`GET ${path}/limits-proposal`]: () => proposal,
  'GET /api/projects/engine/containers': () => [],
  'GET /api/config': () => ({ models: [], agents: [] }),
  'GET /api/approvals': () => [],
});
const open = (server: TestServer) => openPage(<TaskDetailPage />, { at: '/tasks/weave', path: '/tasks/:id', server });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

it('limits are proposed from what was asked, edited, and put on a card', async () => {
  const { told, bodies } = open({ ...serverOf(), [`POST ${path}/limits`]: () => testTaskItem({ id: 'card' }) });
  await screen.findByText('None: whatever the agent asks waits for you, unless a rule covers it.');
  press('Propose limits');
  const dialog = await openedDialog();
  await dialog.findByText(/this would have answered 36 of 40 requests\./);
  dialog.getByText(
    /They never cover publishing, anything that openly uses the network or secrets, or what cannot be judged\./,
  );
  dialog.getByText('npm test, word for word');
  fireEvent.click(dialog.getByLabelText('Remove Creating and changing src/**'));
  fireEvent.click(dialog.getByText('Add something that may pass'));
  fireEvent.change(await dialog.findByLabelText('Command'), { target: { value: 'npm run  lint' } });
  fireEvent.keyDown(dialog.getByLabelText('Command'), { key: 'Enter' });
  await dialog.findByText('npm run lint, word for word');
  fireEvent.change(dialog.getByLabelText('Steps'), { target: { value: '0' } });
  fireEvent.change(dialog.getByLabelText('Budget of the task (tokens)'), { target: { value: '5000..' } });
  fireEvent.click(dialog.getByText('Ask for approval'));
  await dialog.findByText('At least one step');
  dialog.getByText('A budget is a number such as 1500');
  fireEvent.change(dialog.getByLabelText('Steps'), { target: { value: '12' } });
  fireEvent.change(dialog.getByLabelText('Budget of the task (tokens)'), { target: { value: '5000' } });
  fireEvent.click(dialog.getByText('Ask for approval'));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(bodies(`POST ${path}/limits`)).toEqual([
    {
      patterns: [tests, { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' }],
      ...{ steps: 12, minutes: 60, budget: { amount: 5000, unit: 'tokens' } },
    },
  ]);
  expect(told).toEqual(['Limits are waiting for your approval']);
  expect(toast.success).toHaveBeenCalledWith(told[0], 'They let nothing pass until you approve them.');
});

it.each([
  ['that hold stay in force until others are approved', {}, / The former ones stay in force until then; Revoke ends/],
  ['that are used up let nothing pass any more', { stepsUsed: 30 }, /until you approve them\.$/],
])('limits %s', async (_, fields, words) => {
  const server = serverOf({ limits: limits(fields) });
  const { told } = open({ ...server, [`POST ${path}/limits`]: () => testTaskItem({ id: 'card' }) });
  fireEvent.click(await screen.findByText('Propose others', { selector: 'button' }));
  const dialog = await openedDialog();
  await dialog.findByLabelText('Steps');
  fireEvent.click(dialog.getByText('Ask for approval'));
  await waitFor(() => expect(told).toEqual(['Limits are waiting for your approval']));
  expect(toast.success).toHaveBeenCalledWith(told[0], expect.stringMatching(words));
});

it('a budget that the owner does not give stays as it is, whatever the task has', async () => {
  const budget = { amount: 200_000, unit: 'tokens' } as const;
  const proposed = { ...proposal, budgetUnit: 'usd', limits: { ...proposal.limits, budget } };
  const { bodies } = open({
    ...serverOf({ budget: { ...budget, granted: 200_000 } }),
    [`GET ${path}/limits-proposal`]: () => proposed,
    [`POST ${path}/limits`]: () => testTaskItem({ id: 'card' }),
  });
  await screen.findByText(/^None: whatever the agent asks/);
  press('Propose limits');
  const dialog = await openedDialog();
  expect((await dialog.findByLabelText<HTMLInputElement>('Budget of the task ($)')).value).toBe('');
  fireEvent.click(dialog.getByText('Ask for approval'));
  await waitFor(() => expect(bodies(`POST ${path}/limits`)).toMatchObject([{ budget: null }]));
});

it('what the server refuses is told where it stands, and nothing that was typed is lost', async () => {
  open({ ...serverOf(), [`POST ${path}/limits`]: offline });
  await screen.findByText(/^None: whatever the agent asks/);
  press('Propose limits');
  const dialog = await openedDialog();
  fireEvent.change(await dialog.findByLabelText('Minutes'), { target: { value: '5' } });
  fireEvent.click(dialog.getByText('Ask for approval'));
  await dialog.findByText('The server could not be reached. Check your connection.');
  expect(inDialog().getByLabelText<HTMLInputElement>('Minutes').value).toBe('5');
});

it('limits that hold tell how far they are used, lead to their card, and are revoked', async () => {
  const server = serverOf({ limits: limits() });
  const { told, bodies } = open({ ...server, [`DELETE ${path}/limits`]: () => undefined });
  const words = await screen.findByText('7 of 30 steps used, 60 minutes left.');
  expect(words.getAttribute('aria-live'), 'each step and minute is no news').toBe('off');
  expect(screen.getByText('What they allow').closest('a')?.getAttribute('href')).toBe('/approvals/card');
  press('Revoke');
  await waitFor(() => expect(told).toEqual(['Limits revoked']));
  expect(bodies(`DELETE ${path}/limits`)).toHaveLength(1);
});

it('asks before limits that were changed are lost', async () => {
  open(serverOf());
  await screen.findByText(/^None: whatever the agent asks/);
  press('Propose limits');
  await (await openedDialog()).findByText('npm test, word for word');
  const leave = () => fireEvent.click(inDialog().getByLabelText('Close'));
  fireEvent.click(inDialog().getByLabelText('Remove npm test, word for word'));
  leave();
  await screen.findByText('Close without saving?');
  press('Close without saving');
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  press('Propose limits');
  await (await openedDialog()).findByText('npm test, word for word');
  leave();
  await waitFor(() => expect(isDialogOpen()).toBe(false));
});

it('leaves the keyboard beside what was revoked', async () => {
  const server = serverOf({ limits: limits() });
  server[`DELETE ${path}/limits`] = () => {
    server[`GET ${path}`] = () => testTask({ status: 'running' });
  };
  open(server);
  (await screen.findByText('Revoke', { selector: 'button' })).focus();
  press('Revoke');
  await screen.findByText(/^None: whatever the agent asks/);
  expect(document.activeElement).toBe(screen.getByText('Propose limits', { selector: 'button' }));
});

it('limits that are used up say so; a task that has ended, or is kept by hand, offers none', async () => {
  open(serverOf({ limits: limits({ stepsUsed: 30 }) }));
  const words = await screen.findByText('Limits used up: 30 of 30 steps.');
  expect(words.getAttribute('aria-live'), 'their end is').toBe('polite');
  cleanup();
  for (const fields of [{ status: 'completed' }, { status: 'running', keptByHand: true }]) {
    open(serverOf(fields));
    await screen.findByText('No execution history yet');
    expect(screen.queryByText('Propose limits')).toBeNull();
    cleanup();
  }
});

it('the history says which steps passed, and a card of limits shows its words alone', async () => {
  const card = testTaskItem({
    ...{ id: 'card', type: 'approval_request', title: 'Let steps within these limits pass?', toolKind: 'limits' },
    ...{ content: 'These steps pass without asking:\n- npm test, word for word', toolParameters: proposal.limits },
    ...{ author: 'system', isApproved: true, grant: 'executed', needsApproval: true },
  });
  const step = testTaskItem({
    ...{ id: 'step', title: 'Run the tests', needsApproval: true, isApproved: true, grant: 'executed' },
    decidedByLimits: { itemId: 'card', step: 7, steps: 30 },
  });
  open({ ...serverOf(), [`GET ${path}/items`]: () => [card, step] });
  await screen.findByText(/npm test, word for word/);
  expect(screen.queryByText('Parameters')).toBeNull();
  await screen.findByText(/^Passed within your limits \(step 7 of 30\)/);
});

it('what is written but not added yet is among what is asked for, once it is sound', async () => {
  const { bodies } = open({ ...serverOf(), [`POST ${path}/limits`]: () => testTaskItem({ id: 'card' }) });
  await screen.findByText(/^None: whatever the agent asks/);
  press('Propose limits');
  const dialog = await openedDialog();
  const summary = await dialog.findByText('Add something that may pass');
  fireEvent.click(summary);
  const command = await dialog.findByLabelText('Command');
  fireEvent.change(command, { target: { value: 'npm run lint; ls' } });
  // Folded away again.
  fireEvent.click(summary);
  fireEvent.click(dialog.getByText('Ask for approval'));
  await dialog.findByText(/^A word of a rule may have only/);
  expect(document.activeElement).toBe(command);
  expect(command.closest('details')?.open).toBe(true);
  expect(bodies(`POST ${path}/limits`)).toEqual([]);
  fireEvent.change(command, { target: { value: 'npm run lint' } });
  fireEvent.click(dialog.getByText('Ask for approval'));
  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const lint = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
  expect(bodies(`POST ${path}/limits`)).toMatchObject([{ patterns: [tests, sources, lint] }]);
});
