import { type Approval, REJECTION_REASON_MAX, routes } from '@countersign/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { forgetWork } from '../../../lib/auth/session-traces.ts';
import { ApprovalList } from '../list/approval-list.tsx';
import { dropDecision, keptDecisions, openKeptDecisions } from '../offline/kept-decisions.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

/** Lazily loaded parts take a while on a busy machine. */

let sent: unknown[];
beforeEach(() => {
  localStorage.clear();
  stubLayout();
  sent = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: unknown) => {
    if (route !== routes.rejectTaskItem) return new Promise(() => undefined);
    sent.push(input);
    return Promise.resolve({});
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const patch = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 first
-second
+zweite
 third
`;
const publish = { branch: 'b', commit: 'c'.repeat(40), title: 'T', body: '' };
const request = (id: string, hash = id) =>
  testApproval({ id, hash, toolName: 'publish', toolKind: 'publish', toolParameters: publish, fileContent: patch });

const edits = (id: string, ...changes: { oldText: string; newText: string }[]) =>
  testApproval({ id, toolParameters: { edits: changes.map((change) => ({ path: 'src/a.ts', ...change })) } });

const open = (id: string, hash?: string) => openRequest(request(id, hash));
async function openRequest(approval: Approval) {
  render(
    <InApp>
      <ApprovalList approvals={[approval]} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  fireEvent.click(screen.getByText(/Comment on lines|not sent/));
  await screen.findAllByLabelText(/^Comment on line/, { selector: 'button' });
  return within(document.querySelector<HTMLElement>('[role=dialog]') as HTMLElement);
}
type Opened = Awaited<ReturnType<typeof open>>;
/** By name, not by role: querying the accessibility tree is slow here. */
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent ?? '';
const button = (name: string) => buttons().find((one) => nameOf(one) === name);
const press = (name: string) => fireEvent.click(button(name) as HTMLElement);
const write = (dialog: Opened, value: string) =>
  fireEvent.change(dialog.getByLabelText(/^Comment on line/, { selector: 'textarea' }), { target: { value } });

it('are kept until they are sent, also over a reload, and go back as one rejection', async () => {
  let dialog = await open('one');
  expect(button('Reject')).toBeTruthy();
  press('Comment on removed line 2');
  write(dialog, 'Keep this');
  press('Keep');
  press('Comment on line 2');
  press('Comment on line 3');
  write(dialog, 'Not finis');
  cleanup();
  dialog = await open('one');
  expect(dialog.getByText('Keep this')).toBeTruthy();
  expect(dialog.getByText('Line 2-3')).toBeTruthy();
  fireEvent.click(within(dialog.getByLabelText('Comment on line 2-3')).getByText('Edit'));
  write(dialog, 'English, please');
  press('Reject with 2 comments');
  await waitFor(() => expect(sent).toHaveLength(1));
  const reason = [
    '2 comments on the changes:',
    'src/a.ts:2-3\n> zweite\n> third\nEnglish, please',
    'src/a.ts:2 (removed)\n> second\nKeep this',
  ].join('\n\n');
  expect(sent[0]).toEqual({ params: { id: 'one' }, body: { reason }, ifMatch: 'one' });
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

it('are kept where their rejection only waits for the network: it may be taken back', async () => {
  openKeptDecisions('ada');
  let dialog = await open('offline');
  press('Comment on line 1');
  write(dialog, 'Hm');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  press('Reject with 1 comment');
  await waitFor(() => expect(keptDecisions()).toHaveLength(1));
  cleanup();
  dropDecision('offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  dialog = await open('offline');
  expect(dialog.getByText('Hm')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('of another tab, of which this one has not heard yet, stay: what is typed here replaces only its own', async () => {
  const dialog = await open('tabs');
  press('Comment on line 1');
  write(dialog, 'Here');
  const [key = ''] = Object.keys(localStorage);
  const stored = JSON.parse(localStorage.getItem(key) ?? '') as { comments: { id: string; text: string }[] };
  const there = { ...stored.comments[0], id: 'there', text: 'There' };
  localStorage.setItem(key, JSON.stringify({ ...stored, comments: [...stored.comments, there] }));
  write(dialog, 'Here, too');
  expect(button('Reject with 2 comments')).toBeTruthy();
  expect(dialog.getByText('There')).toBeTruthy();
});

it('stand each at its own change of one file', async () => {
  const dialog = await openRequest(edits('twice', { oldText: 'a', newText: 'one' }, { oldText: 'b', newText: 'two' }));
  const [first, second] = buttons().filter((one) => nameOf(one) === 'Comment on line 1');
  fireEvent.click(first as HTMLElement);
  write(dialog, 'English, please');
  fireEvent.click(second as HTMLElement);
  write(dialog, 'Nor this');
  expect(document.querySelectorAll('[data-comment]')).toHaveLength(2);
  press('Reject with 2 comments');
  await waitFor(() => expect(sent).toHaveLength(1));
  const reason = [
    '2 comments on the changes:',
    'src/a.ts:1\n> one\nEnglish, please',
    'src/a.ts:1\n> two\nNor this',
  ].join('\n\n');
  expect(sent[0]).toHaveProperty('body', { reason });
});

it('on lines that begin folded are in sight when they are opened again', async () => {
  const same = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
  const approval = edits('folded', { oldText: same, newText: `${same}new\n` });
  let dialog = await openRequest(approval);
  press('Show 17 unchanged lines');
  press('Comment on line 2');
  write(dialog, 'Hm');
  cleanup();
  dialog = await openRequest(approval);
  expect(dialog.getByText('Hm')).toBeTruthy();
});

it('can be removed, belong to the bytes that were shown, and are forgotten at sign-out', async () => {
  let dialog = await open('two');
  press('Comment on line 1');
  write(dialog, 'Hm');
  press('Remove');
  expect(button('Reject')).toBeTruthy();
  press('Comment on line 1');
  write(dialog, 'Hm');
  cleanup();
  dialog = await open('two', 'other bytes');
  expect(dialog.queryByText('Hm')).toBeNull();
  cleanup();
  dialog = await open('two');
  expect(dialog.getByText('Hm')).toBeTruthy();
  await forgetWork();
  expect(localStorage).toHaveLength(0);
});

it('that are too long together say so before they are sent', async () => {
  const dialog = await open('three');
  press('Comment on line 1');
  write(dialog, 'x'.repeat(REJECTION_REASON_MAX));
  expect(dialog.getByText(/a rejection has room for 2,000\. Shorten or remove some\./)).toBeTruthy();
  expect(button('Reject with 1 comment')).toHaveProperty('disabled', true);
  expect(sent).toEqual([]);
});

it('are reached by keyboard: Tab to the first line, the arrow keys from line to line', async () => {
  await open('four');
  const numbers = buttons().filter((one) => /^Comment on (removed )?line/.test(nameOf(one)));
  expect(numbers.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
  numbers[0]?.focus();
  fireEvent.keyDown(numbers[0] as HTMLElement, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(numbers[1]);
  fireEvent.keyDown(numbers[1] as HTMLElement, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(numbers[0]);
});
