import { type Approval, routes } from '@countersign/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { ApprovalList } from './approval-list.tsx';

// Rendering cards is slow without layout and beside other tests.
let call: MockInstance<(...sent: unknown[]) => unknown>;
beforeEach(() => {
  localStorage.clear();
  stubLayout();
  Element.prototype.scrollIntoView = () => undefined;
  // Only for entries; otherwise everything would count as cut.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.matches('li[data-id]') ? 200 : 0;
  });
  call = vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined) as never) as unknown as typeof call;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const listOf = (count: number, of = (index: number): Partial<Approval> => ({ title: `Request ${index}` })) =>
  Array.from({ length: count }, (_, index) =>
    testApproval({
      id: `${count}/${index}`,
      task: { id: `task ${index}`, title: `Task ${index}`, project: { id: 'loom', name: 'Loom' } },
      ...of(index),
    }),
  );

async function show(approvals: readonly Approval[], total?: number) {
  const edits = new Map();
  const list = (shown: readonly Approval[]) => (
    <InApp>
      <ApprovalList approvals={shown} total={total} freshness="fresh" edits={edits} />
    </InApp>
  );
  const { rerender } = render(list(approvals));
  await drawn();
  return { change: (changed: readonly Approval[]) => rerender(list(changed)) };
}
/** Cards that came up were in the viewport. */
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));

const press = (key: string) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  });
const focused = () => document.activeElement?.getAttribute('data-id');
const decided = () =>
  call.mock.calls
    // This is fetched for the rejection dialog, and is no decision.
    .filter(([route]) => route !== routes.getRejectionReasons)
    .map(([route, input]) => [
      route === routes.approveTaskItem ? 'approve' : 'other',
      (input as { params: { id: string } }).params.id,
    ]);

it('walks by J and K, stops at the ends, and approves what it stands on, with its hash', async () => {
  await show(listOf(3));
  await press('a');
  expect(decided(), 'the keyboard is on no card').toEqual([]);
  await press('j');
  expect(focused()).toBe('3/0');
  await press('k');
  expect(focused()).toBe('3/0');
  await press('j');
  await press('j');
  await press('j');
  expect(focused()).toBe('3/2');
  await press('a');
  expect(decided()).toEqual([['approve', '3/2']]);
  expect(call.mock.calls[0]?.[1]).toMatchObject({ ifMatch: 'hash of 3/2' });
});

it('asks for the reason at R, and opens the card at Enter; neither inside what they open', async () => {
  await show(listOf(2));
  await press('j');
  await press('r');
  expect(await screen.findByRole('dialog', { name: 'Reject Approval' })).toBeTruthy();
  await press('a');
  await press('j');
  expect(decided()).toEqual([]);
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => screen.getAllByRole('listitem', { hidden: true })[0]?.focus());
  await press('Enter');
  expect(await screen.findByRole('group', { name: 'Complete content' })).toBeTruthy();
});

it('opens at A what was not seen to its end', async () => {
  putOnScreen({ top: 5000, bottom: 5020 });
  await show(listOf(1, () => ({ id: 'unread' })));
  await press('a');
  expect(await screen.findByRole('group', { name: 'Complete content' })).toBeTruthy();
  expect(decided()).toEqual([]);
});

it('takes no key about what has just come to where another one stood', async () => {
  const [first, second, third] = listOf(3);
  if (!first || !second || !third) throw new Error('Expected three');
  const { change } = await show([first, second, third]);
  change([second, third]);
  act(() => screen.getAllByRole('listitem')[0]?.focus());
  await press('a');
  expect(decided()).toEqual([]);
  expect(screen.getByText(/^Ignored/)).toBeTruthy();
});

it('takes no key that is the rest of a reason whose request has just gone', async () => {
  const [first, second] = listOf(2);
  if (!first || !second) throw new Error('Expected two');
  const { change } = await show([first, second]);
  act(() => screen.getAllByRole('listitem')[1]?.focus());
  await press('r');
  act(() => screen.getByLabelText('Reason for rejection *').focus());
  // However busy the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await press('m');
  change([first]);
  await waitFor(() => expect(focused()).toBe('2/0'));
  await press('a');
  expect(decided()).toEqual([]);
  expect(screen.queryByText(/^Ignored/), 'it was for nothing here').toBeNull();
});

it('takes no key for a moment after the focus came from the last one, which has gone', async () => {
  const [first, second] = listOf(2);
  if (!first || !second) throw new Error('Expected two');
  const { change } = await show([first, second]);
  act(() => screen.getAllByRole('listitem')[1]?.focus());
  change([first]);
  expect(focused()).toBe('2/0');
  await press('a');
  expect(decided()).toEqual([]);
  expect(screen.getByText(/^Ignored/)).toBeTruthy();
});

it('puts one heading above the requests of one task', async () => {
  const task = { id: 'weave', title: 'Weave', project: { id: 'loom', name: 'Loom' } };
  await show(listOf(3, (index) => (index < 2 ? { task } : {})));
  const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('Weave asks for 2 decisions');
  expect(second).not.toContain('decisions');
  expect(third).not.toContain('decisions');
});

it('lays out the first of a long list as part of it, and counts those that have not arrived', async () => {
  await show(listOf(20), 995);
  const entries = screen.getAllByRole('listitem');
  expect(entries.length).toBeLessThan(20);
  expect(entries[0]?.getAttribute('aria-setsize')).toBe('995');
});

it('has all of fifty in the page; of more only those near the screen, and that one which has the keyboard', async () => {
  const { change } = await show(listOf(50));
  const entries = () => screen.getAllByRole('listitem');
  expect(entries()).toHaveLength(50);
  expect(entries()[0]?.getAttribute('aria-setsize')).toBeNull();
  const last = entries()[49];
  act(() => last?.focus());
  change([...listOf(50), ...listOf(1)]);
  await drawn();
  expect(entries().length).toBeLessThan(51);
  expect(entries()[0]?.getAttribute('aria-setsize')).toBe('51');
  expect(entries()[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(document.activeElement, 'the same element').toBe(last);
  expect(last?.getAttribute('aria-posinset')).toBe('50');
});

it('walks beyond what is in the page', async () => {
  await show(listOf(60));
  const inPage = screen.getAllByRole('listitem').length;
  expect(inPage).toBeLessThan(60);
  for (let step = 0; step <= inPage + 1; step += 1) {
    await press('j');
  }
  expect(focused()).toBe(`60/${inPage + 1}`);
});
