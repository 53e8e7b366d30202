import type { Attribution } from '@countersign/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApprovalListCard } from '../list/approval-list-card.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = { id: 'write', title: 'Write a.md', how: 'declared' };
const run = { id: 'run', title: 'npm run build', how: 'while' };
const all: Attribution = {
  files: 2,
  outside: { files: 0, listed: [] },
  within: [
    { files: 1, listed: ['a.md'], steps: [step], moreSteps: 0 },
    { files: 1, listed: ['dist/b.js'], steps: [run], moreSteps: 0 },
  ],
  rejected: [],
  notes: [],
};

/** Renders a publish request of one file, a.md, that the patch shows. */
function show(id: string, attribution: Attribution, beside: object = {}) {
  const patch = ['diff --git a/a.md b/a.md', '--- a/a.md', '+++ b/a.md', '@@ -1 +1 @@', '-x', '+y', ''].join('\n');
  const parameters = { branch: 'b', commit: 'c0ffee', title: 'Weave', body: 'Text.', attribution, ...beside };
  const fields = { toolKind: 'publish', content: '1 file changed', toolParameters: parameters, fileContent: patch };
  const card = (
    <ApprovalListCard
      approval={testApproval({ id, ...fields })}
      freshness="fresh"
      edits={new Map()}
      isSettled={() => true}
    />
  );
  return render(<InApp>{card}</InApp>).container;
}

const approve = () => screen.getByText('Approve', { selector: 'button' });
const untilOn = () => waitFor(() => expect(approve()).toHaveProperty('disabled', false));

it('says that all files are within approved steps, which, and what only changed while a command ran', async () => {
  const container = show('within', all);
  expect(screen.getByText('2 files, all within approved steps')).toBeTruthy();
  expect(container.textContent).toContain('a.md: by “Write a.md”');
  expect(container.textContent).toContain('dist/b.js: while “npm run build” ran');
  expect(container.textContent).not.toContain('Further parameters');
  await untilOn();
});

it('lists what changed outside of any approved step before anything else, each to be opened', async () => {
  const outside = { files: 1, listed: ['hidden.md'] };
  const container = show('outside', { ...all, files: 3, outside });
  const words = container.textContent ?? '';
  expect(words).toContain('Changed outside of any approved step: 1 file. Open each before you approve.');
  for (const later of ['a.md: by', 'Weave', 'Text.'])
    expect(words.indexOf('hidden.md')).toBeLessThan(words.lastIndexOf(later));
  await screen.findByRole('table', { name: 'Changes of a.md' });
  await screen.findByText('1 file to open');
  expect(approve()).toHaveProperty('disabled', true);
  screen.getByRole('button', { name: /hidden\.md/ }).click();
  await untilOn();
  expect(screen.getByRole('button', { name: 'hidden.md opened' })).toBeTruthy();
});

it('takes a file whose change was read to its end for opened', async () => {
  show('read', { ...all, outside: { files: 1, listed: ['a.md'] }, within: all.within.slice(1) });
  await screen.findByRole('table', { name: 'Changes of a.md' });
  await untilOn();
  expect(screen.getByRole('button', { name: 'a.md opened' })).toBeTruthy();
});

it('counts what is not listed, and wants that looked at, too', async () => {
  show('more', { ...all, files: 5, outside: { files: 3, listed: ['a.md'] }, within: all.within.slice(1) });
  await screen.findByRole('table', { name: 'Changes of a.md' });
  await screen.findByText('1 file to open');
  expect(screen.getByText('1 more file within approved steps')).toBeTruthy();
  screen.getByRole('button', { name: /2 more files/ }).click();
  await untilOn();
});

it('names a rejected step whose change is there all the same', async () => {
  const rejected = [{ id: 'no', title: 'Write secret.md', listed: ['a.md'] }];
  const container = show('rejected', { ...all, rejected, notes: ['Looking takes long.'] });
  expect(container.textContent).toContain('Rejected, but changed anyway“Write secret.md” in a.md');
  expect(screen.getByText('Looking takes long.')).toBeTruthy();
  await untilOn();
});

it('says of a commit that adds to another which files are new, above the whole change, and marks them in its list', async () => {
  const follows = { commit: '0123456789abcdef', changed: { files: 21, listed: ['a.md'] } };
  const container = show('follows', all, { follows });
  const said = 'Follows this task’s commit 01234567, whose changes are shown below, too. 21 files changed since: a.md';
  expect(container.textContent).toContain(`${said} and 20 more.`);
  expect(await screen.findByText('changed since', { selector: 'li *' })).toBeTruthy();
  await untilOn();
});
