import { type Approval, routes } from '@countersign/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { ApprovalListCard } from '../list/approval-list-card.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(fields: Partial<Approval> & { id: string }) {
  return render(
    <InApp>
      <ApprovalListCard approval={testApproval(fields)} freshness="fresh" edits={new Map()} isSettled={() => true} />
    </InApp>,
  );
}

const approve = () => screen.getByText('Approve', { selector: 'button' });
const untilOn = () => waitFor(() => expect(approve()).toHaveProperty('disabled', false));

it('fetches what a long list leaves out when its card has come on the screen, not while it is scrolled past', async () => {
  let tell: (isIntersecting: boolean) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        tell = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const whole = testApproval({ id: 'left-out', content: 'What the list left out.' });
  const call = vi.spyOn(api, 'call').mockResolvedValue(whole as never);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show({ id: 'left-out', truncated: true });
  act(() => tell(true));
  act(() => vi.advanceTimersByTime(100));
  act(() => tell(false));
  act(() => vi.advanceTimersByTime(1000));
  expect(call).not.toHaveBeenCalled();
  expect(approve()).toHaveProperty('disabled', true);
  act(() => tell(true));
  act(() => vi.advanceTimersByTime(150));
  vi.useRealTimers();
  expect(await screen.findByText('What the list left out.')).toBeTruthy();
  expect(call).toHaveBeenCalledWith(routes.getTaskItem, expect.objectContaining({ params: { id: 'left-out' } }));
  await untilOn();
});

it('fetches nothing by itself of what a list shows the beginning of', async () => {
  const call = vi.spyOn(api, 'call');
  show({ id: 'long', truncated: true, content: 'The beginning' });
  expect(await screen.findByText('Open the complete content before you approve.')).toBeTruthy();
  expect(call).not.toHaveBeenCalled();
});
