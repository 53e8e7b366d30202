import { type Approval, routes } from '@countersign/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { ApprovalList } from '../list/approval-list.tsx';
import SwipeMode from '../swipe/swipe-mode.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { SETTLE_MS } from './settling.ts';
import { showAtTask } from './test-at-task.tsx';
import { SECOND_TAP } from './use-second-tap.ts';

let approved: string[];
beforeEach(() => {
  localStorage.clear();
  stubLayout();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  approved = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, { params }: { params: { id: string } }) => {
    if (route === routes.approveTaskItem) approved.push(params.id);
    return new Promise(() => undefined);
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const high = { level: 'high', judged: true, reasons: [], engine: 1 };
const low = { ...high, level: 'low' };
const edits = new Map();
const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const click = async (name: string) => {
  fireEvent.click(button(name));
  await pass(0);
};
const key = async (name: string) => {
  fireEvent.keyDown(document.body, { key: name });
  await pass(0);
};
const turnOn = () => localStorage.setItem('countersign.device', JSON.stringify({ secondTap: 'on' }));

async function inList(...approvals: Approval[]) {
  render(
    <InApp>
      <ApprovalList approvals={approvals} freshness="fresh" edits={edits} />
    </InApp>,
  );
  await pass(SETTLE_MS);
}
async function inSwipe(approval: Approval) {
  render(
    <InApp>
      <SwipeMode approvals={[approval]} freshness="fresh" edits={edits} takesFocus={false} />
    </InApp>,
  );
  await pass(SETTLE_MS);
}
const risky = (id: string, risk: Approval['risk'] = high) => testApproval({ id, content: 'rm', risk });

/** The first tap is acknowledged and decides nothing, even if the second follows at once; a later one approves. */
async function expectTwoTaps(id: string, tap: () => Promise<void>) {
  await tap();
  expect(screen.getAllByText(SECOND_TAP).length).toBeGreaterThan(0);
  await tap();
  expect(approved).toEqual([]);
  await pass(SETTLE_MS);
  await tap();
  expect(approved).toEqual([id]);
}

it('is off, and offered on the first high-risk request alone', async () => {
  await inList(risky('low', low), risky('one'), risky('two'));
  expect(screen.getAllByRole('group', { name: 'Second tap' })).toHaveLength(1);
  expect(screen.getByRole('group', { name: 'Second tap' }).closest('li')?.dataset.id).toBe('one');
  fireEvent.click(screen.getAllByText('Approve', { selector: 'button' })[1] as HTMLElement);
  await pass(0);
  expect(approved).toEqual(['one']);
});

it('is not offered again after an answer', async () => {
  await inList(risky('one'));
  await click('No');
  expect(screen.queryByRole('group', { name: 'Second tap' })).toBeNull();
  await click('Approve');
  expect(approved).toEqual(['one']);
});

it('is asked for by the button in the list, once it is turned on there', async () => {
  await inList(risky('button'));
  await click('Turn on');
  await expectTwoTaps('button', () => click('Approve'));
});

it('is asked for by the key in the list, where what was not judged counts as high', async () => {
  turnOn();
  await inList(risky('key', null));
  await expectTwoTaps('key', () => key('a'));
});

it('is asked for in the opened view', async () => {
  turnOn();
  await inList(risky('opened'));
  await key('Enter');
  await pass(300);
  const approve = () => {
    const [, inDialog] = screen.getAllByText('Approve', { selector: 'button' });
    fireEvent.click(inDialog as HTMLElement);
    return pass(0);
  };
  await expectTwoTaps('opened', approve);
});

it.each([
  ['the button', () => click('Approve')],
  ['A', () => key('a')],
  ['the arrow', () => key('ArrowRight')],
  ['a drag', () => drag()],
])('is asked for by %s in swipe mode', async (name, tap) => {
  turnOn();
  await inSwipe(risky(`swipe by ${name}`));
  await expectTwoTaps(`swipe by ${name}`, tap);
});

it('is asked for at the task', async () => {
  turnOn();
  showAtTask({ risk: high });
  await expectTwoTaps('task', () => click('Approve'));
});

it('asks nothing of a low risk, and forgets a first tap after a while', async () => {
  turnOn();
  await inList(risky('harmless', low));
  await click('Approve');
  expect(approved).toEqual(['harmless']);
  cleanup();
  approved = [];
  await inList(risky('forgotten'));
  await click('Approve');
  await pass(10_000);
  expect(screen.queryByText(SECOND_TAP)).toBeNull();
  await click('Approve');
  expect(approved).toEqual([]);
});

async function drag() {
  const card = screen.getByRole('group', { name: /^Request/ });
  fireEvent.mouseDown(card, { clientX: 100, clientY: 50 });
  fireEvent.mouseMove(window, { clientX: 300, clientY: 50 });
  fireEvent.mouseUp(window);
  await pass(40);
}
