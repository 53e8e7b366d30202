import { routes } from '@countersign/contract';
import { act, cleanup, fireEvent, render, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { ApprovalList } from '../list/approval-list.tsx';
import { SETTLE_MS } from '../press-guards/settling.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

let decided: string[];
beforeEach(() => {
  localStorage.clear();
  stubLayout();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  decided = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input?: { ifMatch?: string }) => {
    if (route === routes.approveTaskItem || route === routes.rejectTaskItem) decided.push(input?.ifMatch ?? '');
    return new Promise(() => undefined);
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const edits = new Map();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A request to start keeps its id when its task's text changes. */
const listOf = (content: string) => (
  <InApp>
    <ApprovalList
      approvals={[testApproval({ id: 'start', type: 'approval_request', toolKind: null, content, hash: content })]}
      freshness="fresh"
      edits={edits}
    />
  </InApp>
);
const dialog = () => within(document.querySelector<HTMLElement>('[role=dialog]') ?? document.body);
const press = (name: string) => fireEvent.click(dialog().getByText(name, { selector: 'button' }));

it.each(['Approve', 'Reject'])('opened, %s decides nothing right after its content changed by itself', async (name) => {
  const { rerender } = render(listOf('Weave a pattern'));
  await pass(SETTLE_MS);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  await pass(SETTLE_MS);
  dialog().getByText('Weave a pattern');
  rerender(listOf('Delete everything'));
  await pass(SETTLE_MS - 1);
  press(name);
  await pass(0);
  dialog().getByText('Ignored: this has just appeared. Press again.');
  expect(decided).toEqual([]);
  await pass(1);
  press(name);
  await pass(0);
  expect(decided).toEqual(['Delete everything']);
});
