import { routes } from '@countersign/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { ApprovalList } from '../list/approval-list.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const publish = { branch: 'b', commit: 'c'.repeat(40), title: 'Weave', body: 'Text of the agent' };
const patch = ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1 +1 @@', '-x', '+y', ''].join('\n');
const request = (id: string) =>
  testApproval({ id, toolName: 'publish', toolKind: 'publish', toolParameters: publish, fileContent: patch });

/** The only request: single letters anywhere on the page are meant for it. */
function open(id: string) {
  const decisions: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: unknown) => {
    if (route !== routes.approveTaskItem) return new Promise(() => undefined);
    decisions.push(input);
    return Promise.resolve({});
  }) as never);
  render(
    <InApp>
      <ApprovalList approvals={[request(id)]} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  return { decisions };
}
const approve = () => screen.getByText('Approve', { selector: 'button' });
const edit = (what: string) => fireEvent.click(screen.getByLabelText(`Edit ${what}`));

it('a title that was emptied and left is typed anew to its end: no letter of it decides', async () => {
  const { decisions } = open('retyped');
  const user = userEvent.setup();
  await waitFor(() => expect(approve()).toHaveProperty('disabled', false));
  edit('pull request title');
  await user.clear(screen.getByLabelText(/^Pull request title/));
  await user.click(document.body);
  expect(screen.getByText('Title is required')).toBeTruthy();
  await user.click(screen.getByLabelText(/^Pull request title/));
  await user.keyboard('Fair');
  expect(screen.getByLabelText<HTMLInputElement>(/^Pull request title/).value).toBe('Fair');
  expect(decisions).toEqual([]);
  await user.click(document.body);
  await waitFor(() => {
    fireEvent.click(approve());
    expect(decisions).toHaveLength(1);
  });
  expect(decisions[0]).toMatchObject({ body: { edits: { title: 'Fair' } } });
});

it('a field stays open while another window has the focus: what is typed on after that decides nothing', async () => {
  const { decisions } = open('in two windows');
  await waitFor(() => expect(approve()).toHaveProperty('disabled', false));
  edit('pull request text');
  const field = screen.getByLabelText('Pull request text', { selector: 'textarea' });
  expect(document.activeElement).toBe(field);
  // The element hears that it loses the focus, and is focused again when the window is.
  fireEvent.blur(field);
  expect(field.isConnected).toBe(true);
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' });
  expect(decisions).toEqual([]);
  act(() => field.blur());
  expect(field.isConnected).toBe(false);
});

it('words that were changed and changed back are the agent’s: they must have been seen', async () => {
  putOnScreen({ top: 5000, bottom: 5020 });
  open('changed back');
  const left = () => document.body.textContent?.match(/[\d,]+ more lines?/)?.[0];
  await waitFor(() => expect(left()).toBeTruthy());
  const before = left();
  const write = (value: string) => {
    edit('pull request text');
    const field = screen.getByLabelText('Pull request text', { selector: 'textarea' });
    fireEvent.change(field, { target: { value } });
    act(() => field.blur());
  };
  write('Text of mine');
  expect(screen.getByText('You changed the pull request’s text.')).toBeTruthy();
  await waitFor(() => expect(left()).not.toBe(before));
  write(publish.body);
  expect(screen.queryByText(/^You changed/)).toBeNull();
  await waitFor(() => expect(left()).toBe(before));
});
