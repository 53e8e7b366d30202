import type { Approval } from '@countersign/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import type { ApprovalListCard } from './approval-list-card.tsx';

/** As in a freshly opened page: the code that draws a diff is loaded when the first one is shown. */
let Card: typeof ApprovalListCard;
beforeAll(async () => {
  vi.resetModules();
  Card = (await import('./approval-list-card.tsx')).ApprovalListCard;
});
beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(fields: Partial<Approval> & { id: string }) {
  const approval = testApproval(fields);
  return render(
    <InApp>
      <Card approval={approval} freshness="fresh" edits={new Map()} isSettled={() => true} />
    </InApp>,
  );
}

const approve = () => screen.getByText('Approve', { selector: 'button' });
const untilOn = () => waitFor(() => expect(approve()).toHaveProperty('disabled', false));

it('shows no edit by its new text alone: until the diff is drawn there is a skeleton, and Approve is off', async () => {
  const { container } = show({ id: 'edit', toolParameters: { path: 'a.ts', oldText: 'before', newText: 'after' } });
  expect(screen.getByText('Loading the content')).toBeTruthy();
  expect(container.textContent).not.toContain('after');
  expect(approve()).toHaveProperty('disabled', true);
  const diff = await screen.findByRole('table', { name: 'Changes of a.ts' });
  expect(diff.textContent).toContain('removed: before');
  expect(diff.textContent).toContain('added: after');
  await untilOn();
});

it('says so when an edit changes nothing', async () => {
  show({ id: 'same', toolParameters: { path: 'a.ts', oldText: 'same', newText: 'same' } });
  expect(await screen.findByText('a.ts: this edit changes nothing')).toBeTruthy();
  await untilOn();
});

it('shows a diff and whatever else the call asks for', async () => {
  show({ id: 'both', toolParameters: { path: 'a.ts', oldText: 'a', newText: 'b', thenRun: 'rm -rf ~' } });
  expect(await screen.findByRole('table', { name: 'Changes of a.ts' })).toBeTruthy();
  expect(screen.getByText('Further parameters')).toBeTruthy();
  expect(screen.getByText(/rm -rf ~/)).toBeTruthy();
});

it('wants a tick for a patch that was cut, which says how much of what is missing', async () => {
  const cut = 'The patch is cut: it holds 1 of 2 changed files, as all of them take more than 4 MiB.';
  const parameters = { branch: 'b', commit: 'c0ffee', title: 'Weave', body: '' };
  const fileContent = ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1 +1 @@', '-x', '+y', ''].join('\n');
  show({
    id: 'cut',
    toolKind: 'publish',
    toolParameters: parameters,
    content: `2 files changed\n\n${cut}`,
    fileContent,
  });
  expect(await screen.findByRole('table', { name: 'Changes of a' })).toBeTruthy();
  const tick = screen.getByRole('checkbox', { name: 'Viewed: Not shown' });
  expect(screen.getByText('53 bytes are shown of commit c0ffee.')).toBeTruthy();
  await screen.findByText('1 part to tick: cannot be shown');
  expect(approve()).toHaveProperty('disabled', true);
  tick.click();
  await untilOn();
});

it('wants nothing to be read for a rejection', () => {
  putOnScreen({ top: 5000, bottom: 5020 });
  show({ id: 'far', content: 'Far below.' });
  expect(approve()).toHaveProperty('disabled', true);
  expect(screen.getByText('Reject', { selector: 'button' })).toHaveProperty('disabled', false);
});

it('shows a title that only says the command again without a button for its rest', async () => {
  const command = 'npm run build && npm test';
  show({ id: 'command', title: command, toolKind: 'execute', toolParameters: { command } });
  expect(screen.getByRole('heading', { name: command })).toBeTruthy();
  expect(screen.getByText('Command')).toBeTruthy();
  await untilOn();
});
