import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuthContext } from '../../../lib/auth/auth-context.ts';
import { InApp, stubLayout } from '../test-approvals.tsx';
import { KeptDecisionsBanner } from './kept-decisions-banner.tsx';
import { dropDecision, keepDecision, keptDecisions, noteDecision, openKeptDecisions } from './kept-decisions.ts';
import { KeptDecisionsLine } from './kept-decisions-line.tsx';

beforeEach(() => {
  stubLayout();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openKeptDecisions('ada');
  for (const title of ['Weave', 'Knit', 'Sew'])
    keepDecision({ id: title, taskId: 'task', hash: 'h', title, how: 'approve', body: {} });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(line = <KeptDecisionsBanner />, isUnfolded = true) {
  render(
    <InApp>
      {line}
      <h1 tabIndex={-1}>Approvals</h1>
    </InApp>,
  );
  const list = document.querySelector('details');
  if (list) list.open = isUnfolded;
}
const focused = () => document.activeElement?.textContent;
function press(name: string) {
  const button = screen.getByText((_, element) => element?.matches('button') === true && element.textContent === name);
  button.focus();
  expect(focused()).toBe(name);
  fireEvent.click(button);
}

it('leads from what was taken back to the next of them, then to the one before, at last to the heading', () => {
  show();
  press('Take back Knit');
  expect(keptDecisions().map(({ id }) => id)).toEqual(['Weave', 'Sew']);
  expect(focused()).toBe('Take back Sew');
  press('Take back Sew');
  expect(focused()).toBe('Take back Weave');
  press('Take back Weave');
  expect(keptDecisions()).toEqual([]);
  expect(document.activeElement?.tagName).toBe('H1');
});

it('takes a key that is held down for one press', () => {
  show();
  const button = screen.getByText('Knit', { exact: false, selector: 'button *' });
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});

it('blames the network only for what was not sent: the others wait for an answer', () => {
  show();
  const words = () => document.querySelector('summary')?.textContent;
  act(() => dropDecision('Sew'));
  expect(words()).toMatch(/^2 decisions are kept here until the network is back\. /);
  act(() => noteDecision('Weave', { isSent: true }));
  expect(words()).toMatch(/^2 decisions are kept here until the network is back\. /);
  act(() => noteDecision('Knit', { isSent: true }));
  expect(words()).toMatch(/^2 decisions are kept here until the server answers\. /);
});

it('leads to none that is folded', () => {
  noteDecision('Sew', { failure: 'It was already rejected.' });
  show(undefined, false);
  press('Dismiss Sew');
  expect(document.activeElement?.tagName).toBe('H1');
});

it('leads to the heading where the last of them goes by itself', async () => {
  const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
  show(
    <AuthContext value={{ status: 'signed-in', user }}>
      <KeptDecisionsLine />
    </AuthContext>,
  );
  const summary = await screen.findByText(/^3 decisions are kept here/);
  // Of its own in a browser.
  summary.tabIndex = 0;
  summary.focus();
  expect(document.activeElement).toBe(summary);
  act(() => ['Weave', 'Knit', 'Sew'].forEach(dropDecision));
  expect(document.activeElement?.tagName).toBe('H1');
});
