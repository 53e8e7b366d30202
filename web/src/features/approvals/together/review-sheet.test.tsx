import { ApiError, type Approval, routes } from '@countersign/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { keptDecisions, openKeptDecisions } from '../offline/kept-decisions.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = (id: string, fields: Partial<Approval> = {}) =>
  testApproval({
    id,
    title: 'Start this task?',
    type: 'approval_request',
    toolKind: 'start',
    content: `Weave ${id}`,
    risk: { level: 'low', judged: true, reasons: [], engine: 1 },
    ...fields,
  });

/** Renders the bar below a list in which these are selected. */
function Chosen({ approvals }: { approvals: Approval[] }) {
  const selection = useSelection(approvals);
  return (
    <>
      <button onClick={selection.start}>Start</button>
      {approvals.map((approval) => {
        const state = selection.selecting?.stateOf(approval);
        return (
          <button key={approval.id} disabled={!state} onClick={() => selection.selecting?.onSelect(approval.id)}>
            {approval.id}
          </button>
        );
      })}
      {selection.selecting && <SelectionBar selection={selection} freshness="fresh" />}
    </>
  );
}

function choose(approvals: Approval[], ids: string[]) {
  const queries = createQueryClient();
  const list = (shown: Approval[]) => (
    <InApp queries={queries}>
      <Chosen approvals={shown} />
    </InApp>
  );
  const { rerender } = render(list(approvals));
  for (const name of ['Start', ...ids]) fireEvent.click(button(name));
  return { change: (changed: Approval[]) => rerender(list(changed)) };
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });
const sheet = () => screen.findByRole('dialog');
/** The calls that decide; the numbers are fetched after them. */
const decisions = (call: { mock: { calls: unknown[][] } }) =>
  call.mock.calls.filter(([route]) => route !== routes.getDashboardStats);
const untilOn = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));

it('lists exactly what was chosen, and approves each by a call and a hash of its own', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  const success = vi.spyOn(toast, 'success').mockReturnValue();
  localStorage.clear();
  choose([start('alpha'), start('beta'), start('gamma')], ['alpha', 'gamma']);
  fireEvent.click(button('Review 2'));
  const entries = within(await sheet()).getByRole('list', { name: 'Decided together' });
  expect(entries.textContent).toContain('Weave alpha');
  expect(entries.textContent).toContain('Weave gamma');
  expect(entries.textContent).not.toContain('Weave beta');
  await untilOn('Approve 2');
  fireEvent.click(button('Approve 2'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('Approved', '2 items have been approved successfully'));
  expect(localStorage.getItem('countersign.notifications'), 'notifications are offered').toBe('due');
  expect(decisions(call)).toEqual([
    [routes.approveTaskItem, { params: { id: 'alpha' }, body: {}, ifMatch: 'hash of alpha' }],
    [routes.approveTaskItem, { params: { id: 'gamma' }, body: {}, ifMatch: 'hash of gamma' }],
  ]);
});

it('approves nothing before all of it was seen; a rejection needs no reading', async () => {
  putOnScreen({ top: 5000, bottom: 5020 });
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  choose([start('unread'), start('unseen')], ['unread', 'unseen']);
  fireEvent.click(button('Review 2'));
  await screen.findByText('0 of 2 seen to the end');
  expect(button('Approve 2').disabled).toBe(true);
  await untilOn('Reject 2');
  fireEvent.click(button('Reject 2'));
  await waitFor(() => expect(decisions(call)).toHaveLength(2));
  expect(call).toHaveBeenCalledWith(routes.rejectTaskItem, {
    params: { id: 'unread' },
    body: { reason: 'Rejected from list view' },
    ifMatch: 'hash of unread',
  });
});

it('goes on after one that fails, and says of each what went wrong', async () => {
  const decision = { isApproved: false, rejectionReason: 'Too late' };
  const conflict = new ApiError(409, '', { message: 'Decided', code: 'already_decided', decision } as never);
  const call = vi
    .spyOn(api, 'call')
    .mockImplementation(((_route: unknown, { params }: { params?: { id: string } }) =>
      params?.id === 'one' ? Promise.reject(conflict) : Promise.resolve({})) as never);
  const error = vi.spyOn(toast, 'error').mockReturnValue();
  const { change } = choose([start('one'), start('two'), start('three')], ['one', 'two', 'three']);
  fireEvent.click(button('Review 3'));
  await untilOn('Approve 3');
  fireEvent.click(button('Approve 3'));
  const told = await screen.findByText('Failed to approve item. It was already rejected: “Too late”.');
  expect(told.closest('li')?.textContent).toContain('Weave one');
  change([]);
  await screen.findByText('Weave: Failed to approve item. It was already rejected: “Too late”.');
  expect(decisions(call)).toHaveLength(3);
  expect(error).toHaveBeenCalledWith(
    '2 of 3 were approved. Failed to approve item. It was already rejected: “Too late”.',
    undefined,
    undefined,
  );
});

it('leads the keyboard from one that is left out to the next, and at last to the words that none is left', async () => {
  choose([start('first'), start('second'), start('third')], ['first', 'second', 'third']);
  fireEvent.click(button('Review 3'));
  await sheet();
  const leaveOut = (index: number) => {
    const pressed = screen.getAllByText('Leave out', { selector: 'button' })[index];
    pressed?.focus();
    expect(document.activeElement).toBe(pressed);
    if (pressed) fireEvent.click(pressed);
  };
  const isOn = (words: string) =>
    waitFor(() => {
      expect(document.activeElement?.tagName).toBe('LI');
      expect(document.activeElement?.textContent).toContain(words);
    });
  leaveOut(1);
  await isOn('Weave third');
  leaveOut(1);
  await isOn('Weave first');
  leaveOut(0);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('None of them is left to be decided here.'));
});

it('lets go of what is not harmless any more, and waits when something else stands there', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  const [first, second, third] = [start('first'), start('second'), start('third')];
  const { change } = choose([first, second, third], ['first', 'second', 'third']);
  fireEvent.click(button('Review 3'));
  await untilOn('Approve 3');
  change([{ ...first, risk: { level: 'high', judged: true, reasons: [], engine: 1 } }, second, third]);
  await screen.findByText('Decide 2 start requests together');
  fireEvent.click(button('Reject 2'));
  expect(call).not.toHaveBeenCalled();
  await screen.findByText(/^Ignored/);
  change([first, { ...second, hash: 'other', content: 'Something else' }, third]);
  await screen.findByText('Something else');
  await untilOn('Approve 2');
  expect(screen.queryByText('Weave first')).toBeNull();
});

it('takes only one kind, and none that is risky or publishes', () => {
  const low = { level: 'low', judged: true, reasons: [], engine: 1 };
  choose(
    [
      start('start'),
      testApproval({ id: 'command', toolKind: 'execute', risk: low }),
      testApproval({ id: 'publish', toolKind: 'publish', risk: low }),
      testApproval({ id: 'unjudged', toolKind: 'execute', risk: null }),
    ],
    [],
  );
  const open = () => ['start', 'command', 'publish', 'unjudged'].filter((name) => !button(name).disabled);
  expect(open()).toEqual(['start', 'command']);
  fireEvent.click(button('command'));
  expect(open()).toEqual(['command']);
  expect(button('Review 1').disabled).toBe(true);
});

it('says of a batch that lost an answer how many were decided, and that the others are kept', async () => {
  vi.spyOn(api, 'call').mockImplementation(((_route: unknown, { params }: { params?: { id: string } } = {}) =>
    params?.id === 'lost' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({})) as never);
  const success = vi.spyOn(toast, 'success').mockReturnValue();
  const error = vi.spyOn(toast, 'error').mockReturnValue();
  openKeptDecisions('ada');
  choose([start('done'), start('lost'), start('unsent')], ['done', 'lost', 'unsent']);
  fireEvent.click(button('Review 3'));
  await untilOn('Approve 3');
  fireEvent.click(button('Approve 3'));
  const kept = 'No answer came. Your decision is kept here, and sent again.';
  await waitFor(() => expect(error).toHaveBeenLastCalledWith('1 of 3 were approved.', undefined, kept));
  expect(success).not.toHaveBeenCalled();
  expect(keptDecisions().map(({ id }) => id)).toEqual(['lost', 'unsent']);
  localStorage.clear();
});

it('says of decisions that only wait for the network that none has been made', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({} as never);
  const success = vi.spyOn(toast, 'success').mockReturnValue();
  openKeptDecisions('ada');
  choose([start('kept-1'), start('kept-2')], ['kept-1', 'kept-2']);
  fireEvent.click(button('Review 2'));
  await untilOn('Approve 2');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent.click(button('Approve 2'));
  await waitFor(() => expect(keptDecisions()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(success).not.toHaveBeenCalled();
  expect(decisions(call)).toEqual([]);
  localStorage.clear();
});
