import type { HeldDecision } from '@countersign/contract';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../../entities/query-keys.ts';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { toast, type ToastAction } from '../../../ui/toaster/toast.ts';
import { InApp, testApproval } from '../test-approvals.tsx';
import { noteDecidedHere } from './hold.ts';
import { UndoOffers } from './undo-offers.tsx';

let waiting: string[];
let held: HeldDecision[];
let told: unknown[][];
let calls: string[];
beforeEach(() => {
  [waiting, held, told, calls] = [['loom'], [], [], []];
  vi.spyOn(toast, 'success').mockImplementation((...news) => void told.push(news));
  vi.spyOn(toast, 'busy').mockReturnValue();
  const call = async ({ path }: { path: string }) => {
    calls.push(path);
    if (path === '/api/approvals') return waiting.map((id) => testApproval({ id }));
    return path === '/api/approvals/held' ? held : {};
  };
  vi.spyOn(api, 'call').mockImplementation(call as never);
  vi.spyOn(api, 'callFully').mockImplementation((async (route: never) => ({
    reply: await call(route),
    headers: new Headers(),
  })) as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const heldDecision = (id: string): HeldDecision => ({
  ...{ id, taskId: 'task', title: `Request ${id}`, isApproved: true, leftMs: 60_000 },
  releaseAt: '2026-11-21T08:00:03.000Z',
});
function open() {
  const queries = createQueryClient();
  render(
    <InApp queries={queries}>
      <UndoOffers />
    </InApp>,
  );
  return queries;
}
const asked = () => calls.filter((path) => path.endsWith('/held'));

it('offers on any page to undo what is still held when it opens, by button or key', async () => {
  held = [heldDecision('held at the start')];
  open();
  await waitFor(() => expect(told).toMatchObject([['Approved', '“Request held at the start”', { label: 'Undo' }]]));
  (told[0]?.[2] as ToastAction | undefined)?.onClick();
  await waitFor(() => expect(calls).toContain('/api/task-items/:id/undo'));
});

it('takes the offer back where another device has undone the decision', async () => {
  const queries = open();
  await waitFor(() => expect(queries.getQueryData(keys.approvals)).toHaveLength(1));
  [waiting, held] = [[], [heldDecision('loom')]];
  await act(() => queries.invalidateQueries({ queryKey: keys.approvals }));
  await waitFor(() => expect(told).toHaveLength(1));
  const withdrawn = vi.spyOn(toast, 'withdraw').mockReturnValue(true);
  waiting = ['loom'];
  await act(() => queries.invalidateQueries({ queryKey: keys.approvals }));
  await waitFor(() => expect(told[1]).toEqual(['Undone', '“Request loom”, on another device']));
  expect(withdrawn).toHaveBeenCalledExactlyOnceWith(told[0]?.[2]);
});

it('offers what leaves the queue without having been decided here, and asks once for each, no more', async () => {
  const queries = open();
  await waitFor(() => expect(queries.getQueryData(keys.approvals)).toHaveLength(1));
  expect([asked().length, told]).toEqual([1, []]);
  [waiting, held] = [[], [heldDecision('loom')]];
  await act(() => queries.invalidateQueries({ queryKey: keys.approvals }));
  await waitFor(() => expect(told).toMatchObject([['Approved', '“Request loom”, on another device', {}]]));
  waiting = ['decided here'];
  await act(() => queries.invalidateQueries({ queryKey: keys.approvals }));
  noteDecidedHere('decided here');
  waiting = [];
  await act(() => queries.invalidateQueries({ queryKey: keys.approvals }));
  expect(asked()).toHaveLength(2);
});
