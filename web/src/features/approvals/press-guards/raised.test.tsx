import { routes } from '@countersign/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import AnswerForm from '../answer/answer-form.tsx';
import { ApprovalList } from '../list/approval-list.tsx';
import SwipeMode from '../swipe/swipe-mode.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { ReviewSheet } from '../together/review-sheet.tsx';
import { SETTLE_MS } from './settling.ts';
import { showAtTask } from './test-at-task.tsx';
import { IGNORED } from './use-ignored-press.ts';

// A window of another site that lies over this page closes by the first of two presses.

let sent: string[];
beforeEach(() => {
  localStorage.clear();
  stubLayout();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  leave(); // a test of another file may have moved the pointer
  sent = [];
  const decided = new Map<unknown, string>([
    [routes.approveTaskItem, 'approved'],
    [routes.rejectTaskItem, 'rejected'],
    [routes.answerTaskItem, 'answered'],
  ]);
  vi.spyOn(api, 'call').mockImplementation(((route: unknown) => {
    const how = decided.get(route);
    if (how !== undefined) sent.push(how);
    return new Promise(() => undefined);
  }) as never);
});
afterEach(() => {
  // As if there had been no window above this one: tests of other files share what the page remembers.
  leave();
  vi.spyOn(performance, 'now').mockReturnValue(-Infinity);
  raise();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};
const click = (name: string) => fireEvent.click(screen.getAllByText(name, { selector: 'button' }).at(-1) as Element);
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
/** Somebody else's window has lain above this one, and closes. */
const raise = () => {
  window.dispatchEvent(new Event('blur'));
  window.dispatchEvent(new Event('focus'));
};
const leave = () => document.documentElement.dispatchEvent(new Event('pointerleave'));
const edits = new Map();
const nothing = () => undefined;

async function inList() {
  render(
    <InApp>
      <ApprovalList approvals={[testApproval({ id: 'one', content: 'rm' })]} freshness="fresh" edits={edits} />
    </InApp>,
  );
  await pass(2 * SETTLE_MS);
}
async function inSwipe() {
  render(
    <InApp>
      <SwipeMode
        approvals={[testApproval({ id: 'one', content: 'rm' })]}
        freshness="fresh"
        edits={edits}
        takesFocus={false}
      />
    </InApp>,
  );
  await pass(2 * SETTLE_MS);
}
async function opened() {
  await inList();
  key('Enter');
  await pass(2 * SETTLE_MS);
}
async function together() {
  const chosen = [testApproval({ id: 'one', content: 'rm' })];
  render(
    <InApp>
      <ReviewSheet
        chosen={chosen}
        kind="execute"
        freshness="fresh"
        onLeaveOut={nothing}
        onClose={nothing}
        onDone={nothing}
      />
    </InApp>,
  );
  await pass(2 * SETTLE_MS);
}
async function inForm() {
  render(
    <InApp>
      <AnswerForm
        asked={{ mode: 'form', fields: [] }}
        item={{ id: 'one', taskId: 'task', hash: 'hash' }}
        unavailable={null}
      />
    </InApp>,
  );
  await pass(2 * SETTLE_MS);
}
async function atTask() {
  showAtTask();
  await pass(2 * SETTLE_MS);
}

describe('a press decides nothing just after this window has come to the front', () => {
  it.each([
    ['Approve in the list', inList, () => click('Approve'), 'approved'],
    ['Reject in the list', inList, () => click('Reject'), 'rejected'],
    ['the key in the list', inList, () => key('a'), 'approved'],
    ['Approve in swipe mode', inSwipe, () => click('Approve'), 'approved'],
    ['the arrow in swipe mode', inSwipe, () => key('ArrowRight'), 'approved'],
    ['Approve in the opened view', opened, () => click('Approve'), 'approved'],
    ['Approve of several together', together, () => click('Approve 1'), 'approved'],
    ['Answer in a form', inForm, () => click('Answer'), 'answered'],
    ['Decline in a form', inForm, () => click('Decline'), 'rejected'],
    ['Approve at the task', atTask, () => click('Approve'), 'approved'],
  ])('%s', async (_what, show, press, how) => {
    await show();
    raise();
    press();
    await pass(40);
    expect(sent).toEqual([]);
    expect(screen.getAllByText(IGNORED).length).toBeGreaterThan(0);
    // A pointer that only now comes into the page changes nothing.
    fireEvent.pointerMove(document.body);
    press();
    await pass(40);
    expect(sent).toEqual([]);
    await pass(SETTLE_MS);
    press();
    await pass(1_000);
    expect(sent).toEqual([how]);
  });
});

it('decides where the pointer had been in the page for a while: somebody comes from a window beside it', async () => {
  await inList();
  fireEvent.pointerMove(document.body);
  await pass(SETTLE_MS);
  raise();
  click('Approve');
  await pass(40);
  expect(sent).toEqual(['approved']);
});

it('does not where the pointer has left the page meanwhile', async () => {
  await inList();
  fireEvent.pointerMove(document.body);
  await pass(SETTLE_MS);
  leave();
  raise();
  click('Approve');
  await pass(40);
  expect(sent).toEqual([]);
});
