import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ApprovalList } from '../list/approval-list.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';

const FORM = './answer-form.tsx';
/** As in a freshly opened page: neither has another test loaded the form, nor does a later one miss it. */
let List: typeof ApprovalList;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(FORM, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { api } = await import('../../../lib/api.ts');
  vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined) as never);
  List = (await import('../list/approval-list.tsx')).ApprovalList;
});
afterAll(() => {
  vi.doUnmock(FORM);
  vi.resetModules();
});
beforeEach(() => {
  stubLayout();
  // React logs what it catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a form that cannot be fetched says so in its place, and the other requests stay', async () => {
  const asked = testApproval({
    id: 'asked',
    type: 'approval_request',
    toolKind: 'elicitation',
    toolParameters: { mode: 'form', fields: [{ name: 'note', type: 'string', required: false }] },
  });
  const approvals = [asked, testApproval({ id: 'other', title: 'Another request' })];
  render(
    <InApp>
      <List approvals={approvals} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The form could not be shown');
  expect(alert.textContent).toContain('Check your connection and reload the page.');
  screen.getByText('Another request');
});
