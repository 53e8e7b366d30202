import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { routes } from '@countersign/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { ApprovalList } from './approval-list.tsx';
import { ApprovalListCard } from './approval-list-card.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Instead of the browser's own, which tests do not have: what is called when the size of an element has changed. */
function observeSizes(): Map<Element, () => void> {
  const observed = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly tell: () => void) {}
      observe = (element: Element) => observed.set(element, this.tell);
      disconnect = () => undefined;
    },
  );
  return observed;
}

const precedent = { itemId: 'last', taskId: 'weave', decidedAt: '2026-11-21T08:00:00.000Z', text: 'npm test -- frame' };
const command = { toolKind: 'execute', toolParameters: { command: 'npm test -- loom' } } as const;
const compared = () => screen.findByRole('region', { name: 'Compared with the last one you approved' });

it('compares with the last one once it stands on the screen, below its decision, and tells that the next moved', async () => {
  const observed = observeSizes();
  const call = vi.spyOn(api, 'call').mockResolvedValue({ precedent, unwanted: null } as never);
  const onMoved = vi.fn();
  render(
    <InApp>
      <ApprovalListCard
        approval={testApproval({ id: 'compared', ...command })}
        freshness="fresh"
        edits={new Map()}
        isSettled={() => true}
        onMoved={onMoved}
      />
    </InApp>,
  );
  expect(call).not.toHaveBeenCalled();
  const region = await compared();
  expect(call).toHaveBeenCalledOnce();
  expect(screen.getByText('Approve', { selector: 'button' }).compareDocumentPosition(region)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const slot = region.parentElement as HTMLElement;
  expect(onMoved).not.toHaveBeenCalled();
  vi.spyOn(slot, 'offsetHeight', 'get').mockReturnValue(80);
  observed.get(slot)?.();
  observed.get(slot)?.();
  expect(onMoved).toHaveBeenCalledExactlyOnceWith('compared');
});

it('decides nothing for a moment after a comparison came up: the next cards have moved', async () => {
  const observed = observeSizes();
  vi.spyOn(api, 'call').mockResolvedValue({ precedent, unwanted: null } as never);
  const approvals = [testApproval({ id: 'first', ...command }), testApproval({ id: 'next' })];
  render(
    <InApp>
      <ApprovalList approvals={approvals} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  const list = screen.getByRole('list', { name: 'Pending approvals' });
  const slot = (await compared()).parentElement as HTMLElement;
  expect(list.getAttribute('aria-disabled')).toBe(null);
  vi.spyOn(slot, 'offsetHeight', 'get').mockReturnValue(80);
  act(() => observed.get(slot)?.());
  expect(list.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(list.getAttribute('aria-disabled')).toBe(null));
});

it('a card before the one that is compared stays where it is: its press counts, that of a later one is told as ignored', async () => {
  const observed = observeSizes();
  const call = vi.spyOn(api, 'call').mockResolvedValue({ precedent, unwanted: null } as never);
  const approvals = [
    testApproval({ id: 'before' }),
    testApproval({ id: 'first', ...command }),
    testApproval({ id: 'next' }),
  ];
  render(
    <InApp>
      <ApprovalList approvals={approvals} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  const slot = (await compared()).parentElement as HTMLElement;
  vi.spyOn(slot, 'offsetHeight', 'get').mockReturnValue(80);
  act(() => observed.get(slot)?.());
  const cardOf = (id: string) => document.querySelector<HTMLElement>(`li[data-id="${id}"]`) ?? document.body;
  const press = (id: string) => fireEvent.click(within(cardOf(id)).getByText('Reject', { selector: 'button' }));
  const decided = () => call.mock.calls.flatMap(([route, sent]) => (route === routes.rejectTaskItem ? [sent] : []));
  press('next');
  press('first');
  expect(decided()).toEqual([]);
  for (const id of ['next', 'first']) within(cardOf(id)).getByText(IGNORED);
  press('before');
  await waitFor(() => expect(decided()).toMatchObject([{ params: { id: 'before' } }]));
});
