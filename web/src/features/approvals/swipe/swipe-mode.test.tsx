import { ApiError, type Approval } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { deferred } from '../../../lib/timing/deferred.ts';
import { system } from '../../../ui/theme/system.ts';
import { putOnScreen } from '../../../ui/viewport/test-layout.ts';
import { SETTLE_MS } from '../press-guards/settling.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { approvalsQuery } from '../queries.ts';
import { keptEdits } from '../review/kept-edits.ts';
import { bringBack } from '../undo/returned.ts';
import SwipeMode from './swipe-mode.tsx';

/** The server's queue, and the pending replies to decisions. */
let queue: Approval[];
let owed: Map<string, { accept: () => void; refuse: () => void; isHeld: boolean }>;
const decided = () => [...owed.keys()];

// Rendering cards is slow without layout and beside other tests.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  putOnScreen();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  queue = ['Alpha', 'Beta', 'Gamma'].map(requestOf);
  owed = new Map();
  vi.spyOn(api, 'callFully').mockImplementation((() =>
    Promise.resolve({ reply: queue, headers: new Headers() })) as never);
  vi.spyOn(api, 'call').mockImplementation(((_route: unknown, { params, headers = {} }: SentDecision) => {
    const answer = deferred<unknown>();
    owed.set(params.id, {
      accept: () => answer.resolve({ id: params.id, releaseAt: null }),
      refuse: () => answer.reject(new ApiError(500, 'It broke', null)),
      isHeld: 'X-Decision-Hold' in headers,
    });
    return answer.promise;
  }) as unknown as typeof api.call);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page({ wasEmpty }: { wasEmpty: boolean }) {
  const { data = [] } = useQuery(approvalsQuery());
  return (
    <>
      <input aria-label="Search" />
      <SwipeMode approvals={data} freshness="fresh" edits={keptEdits} takesFocus={false} wasEmpty={wasEmpty} />
    </>
  );
}

async function open(wasEmpty = false) {
  const queries = createQueryClient();
  queries.setQueryData(approvalsQuery().queryKey, queue);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Page wasEmpty={wasEmpty} />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  await seen();
  return {
    change: (approvals: Approval[]) => then(queries.setQueryData(approvalsQuery().queryKey, approvals)),
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const settle = () => pass(SETTLE_MS);
/** The new card has been drawn, and was in the viewport. */
const seen = () => pass(40);
/** After an action: lets all pending callbacks run. */
const then = async (_did: unknown) => {
  await seen();
};
const press = (name: string, click = {}) =>
  then(fireEvent.click(screen.getByText(name, { selector: 'button' }), click));
const arrow = (key: string) => then(fireEvent.keyDown(document.body, { key }));
const undone = (id: string) => then(act(() => bringBack(id)));
const accept = (id: string) => then(owed.get(id)?.accept());
const refuse = (id: string) => then(owed.get(id)?.refuse());
const spoken = () => screen.getByRole('group', { name: /^Pending approval:/ }).getAttribute('aria-label');
const counter = () => screen.getByText(/of \d pending approvals/).textContent;

it('takes no decision about a card that has only just come up, and says so', async () => {
  await open();
  await press('Approve');
  await press('Approve');
  expect(screen.getByText(IGNORED)).toBeTruthy();
  await press('Reject');
  await arrow('ArrowRight');
  await arrow('ArrowLeft');
  expect(decided()).toEqual(['Alpha']);
  expect(screen.queryByText('Reject Approval')).toBeNull();
  await settle();
  await press('Approve', { detail: 2 });
  expect(decided()).toEqual(['Alpha']);
  await press('Approve', { detail: 1 });
  expect(decided()).toEqual(['Alpha', 'Beta']);
});

it('tells a screen reader what the arrow keys do', async () => {
  await open();
  expect(spoken()).toBe('Pending approval: Request Alpha. Right arrow approves, left arrow rejects.');
});

it('goes through the queue without deciding; after the last comes the first', async () => {
  await open();
  const isOff = (name: string) => screen.getByText(name, { selector: 'button' }).closest('button')?.disabled;
  expect(isOff('Previous')).toBe(true);
  await press('Next');
  await press('Next');
  expect(counter()).toBe('3 of 3 pending approvals');
  expect(isOff('Next')).toBe(true);
  expect(decided()).toEqual([]);
  await settle();
  await press('Approve');
  expect(decided()).toEqual(['Gamma']);
  expect(counter()).toBe('1 of 2 pending approvals');
  await press('Next');
  await press('Previous');
  expect(counter()).toBe('1 of 2 pending approvals');
});

it('takes one of five quick presses of a key', async () => {
  await open();
  for (let presses = 0; presses < 5; presses += 1) await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha']);
  expect(screen.getByText(IGNORED)).toBeTruthy();
});

it('takes a key 600 ms after a card came up, by a decision or by itself', async () => {
  const { change } = await open();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await pass(0);
  expect(counter()).toBe('1 of 2 pending approvals');
  await pass(598);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(decided()).toEqual(['Alpha']);
  await pass(2);
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha', 'Beta']);
  await settle();
  await change([requestOf('Delta')]);
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha', 'Beta']);
  await settle();
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha', 'Beta', 'Delta']);
});

it.each([
  ['came by itself', null],
  ['an undo brought back', 'Alpha'],
])('waits likewise for the first card where the queue was empty, which %s', async (_how, returned) => {
  bringBack(returned);
  await open(true);
  await press('Approve');
  expect(decided()).toEqual([]);
  await settle();
  await press('Approve');
  expect(decided()).toEqual(['Alpha']);
});

it('takes a drag at once where the queue was empty: it can be meant for no other card', async () => {
  await open(true);
  await drag('Request Alpha', 300);
  expect(decided()).toEqual(['Alpha']);
});

it('leaves the focus to whoever types, such as into the search box, when another card comes up', async () => {
  const { change } = await open();
  await press('Approve');
  await settle();
  const search = screen.getByLabelText('Search');
  search.focus();
  await change(queue.slice(2));
  screen.getByText('Request Gamma');
  expect(document.activeElement).toBe(search);
});

/** Begins to drag this card. */
const grab = (title: string) =>
  fireEvent.mouseDown(screen.getByRole('group', { name: title }), { clientX: 100, clientY: 50 });
const drop = async (clientX: number) => {
  fireEvent.mouseMove(window, { clientX, clientY: 50 });
  await then(fireEvent.mouseUp(window));
};
const drag = (title: string, clientX: number) => {
  grab(title);
  return drop(clientX);
};

it('takes no drag that began before the card said something else, or so soon that nobody has read that', async () => {
  const { change } = await open();
  grab('Request Alpha');
  await change([{ ...requestOf('Alpha'), hash: 'other' }, ...queue.slice(1)]);
  await drop(300);
  expect(decided()).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(IGNORED)).toBeNull();
  await drag('Request Alpha', 300);
  await drag('Request Alpha', -300);
  expect(decided()).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByText(IGNORED);
  await settle();
  await drag('Request Alpha', 300);
  expect(decided()).toEqual(['Alpha']);
});

it('takes a drag at once after the own decision, but not where the card before was decided elsewhere', async () => {
  const { change } = await open();
  await drag('Request Alpha', 300);
  await drag('Request Beta', 300);
  expect(decided()).toEqual(['Alpha', 'Beta']);
  await change([requestOf('Delta')]);
  await drag('Request Delta', 300);
  expect(decided()).toEqual(['Alpha', 'Beta']);
});

it('opens what was not seen to its end instead of approving it; rejecting needs no reading', async () => {
  putOnScreen({ top: 5000, bottom: 5020 });
  queue = [requestOf('Unread')];
  await open();
  expect(screen.getByText('Approve', { selector: 'button' })).toHaveProperty('disabled', true);
  expect(spoken()).toContain('Right arrow opens all of it, left arrow rejects.');
  await arrow('ArrowRight');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(decided()).toEqual([]);
  await press('Done');
  await arrow('ArrowLeft');
  expect(screen.getByText('Reject Approval')).toBeTruthy();
});

it('waits likewise when the card was decided elsewhere, or says something else now; not when it was asked for', async () => {
  const { change } = await open();
  await change(queue.slice(1));
  await press('Approve');
  expect(decided()).toEqual([]);
  await settle();
  await change([{ ...requestOf('Beta'), hash: 'other' }, requestOf('Gamma')]);
  await press('Approve');
  expect(decided()).toEqual([]);
  await press('Next');
  await press('Approve');
  expect(decided()).toEqual(['Gamma']);
});

it.each(['a', 'r', 'Enter', 'ArrowRight', 'ArrowLeft'])(
  'takes no %s that is the rest of a reason whose request has gone',
  async (key) => {
    const { change } = await open();
    await press('Reject');
    // However busy the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await then(fireEvent.keyDown(screen.getByLabelText('Reason for rejection *'), { key: 'm' }));
    await change(queue.slice(1));
    await settle();
    await arrow(key);
    expect(decided()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The next one was clicked for.
    await press('Next');
    await arrow('ArrowRight');
    expect(decided()).toEqual(['Gamma']);
  },
);

it('leaves the card alone that is being worked on when another one is refused', async () => {
  await open();
  await press('Approve');
  await settle();
  await press('Reject');
  const reason = screen.getByLabelText('Reason for rejection *');
  fireEvent.change(reason, { target: { value: 'A long story' } });
  await refuse('Alpha');
  expect(counter()).toBe('2 of 3 pending approvals');
  expect(screen.getByLabelText('Reason for rejection *')).toBe(reason);
  expect(reason).toHaveProperty('value', 'A long story');
});

it('leaves the card alone that is being worked on when an undo is answered late, and keeps what was typed', async () => {
  const all = queue;
  queue = all.slice(1);
  const { change } = await open();
  await press('Reject');
  const reason = () => screen.getByLabelText('Reason for rejection *');
  const field = reason();
  fireEvent.change(field, { target: { value: 'A long story' } });
  await change(all);
  await undone('Alpha');
  expect(counter()).toBe('2 of 3 pending approvals');
  expect(reason()).toBe(field);
  expect(field).toHaveProperty('value', 'A long story');
  await press('Cancel');
  expect(counter()).toBe('1 of 3 pending approvals');
  await press('Next');
  await press('Reject');
  expect(reason()).toHaveProperty('value', 'A long story');
});

it('takes no press about an undone card that has just come up in place of another', async () => {
  const all = queue;
  queue = all.slice(1);
  const { change } = await open();
  await change(all);
  await undone('Alpha');
  expect(counter()).toBe('1 of 3 pending approvals');
  await press('Approve');
  expect(decided()).toEqual([]);
  expect(screen.getByText(IGNORED)).toBeTruthy();
  await settle();
  await press('Approve');
  expect(decided()).toEqual(['Alpha']);
});

it('shows a card in its place, without a stamp, that was undone while it flew off', async () => {
  const { change } = await open();
  await press('Approve');
  const all = queue;
  queue = all.slice(1);
  await accept('Alpha');
  queue = all;
  await change(all);
  await undone('Alpha');
  await pass(2000);
  expect(counter()).toBe('1 of 3 pending approvals');
  const card = screen.getByRole('group', { name: 'Request Alpha' }).parentElement;
  expect([...(card?.querySelectorAll<SVGElement>('svg') ?? [])].map(({ style }) => style.opacity)).not.toContain('1');
  await vi.waitFor(() => expect(card?.style.transform).toMatch(/^translate3d\(0px,/), 5000);
});

it('shows a refused card again when there is no other, and waits likewise', async () => {
  queue = [requestOf('Alpha')];
  await open();
  await press('Approve');
  expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull();
  screen.getByText('Sending your decision…');
  await refuse('Alpha');
  expect(counter()).toBe('1 of 1 pending approvals');
  expect(screen.queryByText('Sending your decision…')).toBeNull();
  owed.clear();
  await press('Approve');
  expect(decided()).toEqual([]);
  await settle();
  await press('Approve');
  expect(decided()).toEqual(['Alpha']);
});

it('holds back what is swiped, also after the same approval from the opened view was refused', async () => {
  queue = [requestOf('Alpha')];
  await open();
  await arrow('Enter');
  const dialog = within(screen.getByRole('dialog'));
  await settle();
  await then(fireEvent.click(dialog.getByText('Approve', { selector: 'button' }), { detail: 1 }));
  expect(owed.get('Alpha')?.isHeld).toBe(false);
  await refuse('Alpha');
  owed.clear();
  await settle();
  await press('Approve');
  expect(owed.get('Alpha')?.isHeld).toBe(true);
});

interface SentDecision {
  params: { id: string };
  headers?: Record<string, string>;
}

const requestOf = (id: string): Approval => ({
  id,
  title: `Request ${id}`,
  content: null,
  type: 'approval_request',
  toolName: null,
  toolKind: null,
  toolParameters: null,
  filePath: null,
  fileContent: null,
  enforcement: null,
  hash: `hash of ${id}`,
  risk: null,
  truncated: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  submittedAt: '2026-11-21T08:00:00.000Z',
  task: { id: `task of ${id}`, title: id, project: { id: 'engine', name: 'Engine' } },
});
