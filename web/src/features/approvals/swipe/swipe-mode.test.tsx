// @vitest-environment jsdom
import { type Approval, routes } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { system } from '../../../ui/theme/system.ts';
import { useKeptEdits } from '../kept-edits.ts';
import { approvalsQuery } from '../queries.ts';
import { BOUNCE_MS, SETTLE_MS } from '../settling.ts';
import SwipeMode from './swipe-mode.tsx';

/** What the server has, and the answers to decisions that it still owes. */
let queue: Approval[];
let owed: Map<string, { refuse: () => void }>;
const decided = () => [...owed.keys()];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  queue = ['Alpha', 'Beta', 'Gamma'].map(requestOf);
  owed = new Map();
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, { params }: { params: { id: string } }) => {
    if (route === routes.listApprovals) return Promise.resolve(queue);
    return new Promise((_accept, refuse) => {
      owed.set(params.id, { refuse: () => refuse(new TypeError('Failed to fetch')) });
    });
  }) as unknown as typeof api.call);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  const { data = [] } = useQuery(approvalsQuery());
  const edits = useKeptEdits(data);
  return <SwipeMode approvals={data} freshness="fresh" edits={edits} takesFocus={false} />;
}

function open() {
  const queries = createQueryClient();
  queries.setQueryData(approvalsQuery().queryKey, queue);
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return {
    change: (approvals: Approval[]) => then(queries.setQueryData(approvalsQuery().queryKey, approvals)),
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const settle = () => pass(SETTLE_MS);
/** Does it, and lets what is waiting for nothing but its turn happen. */
const then = async (_did: unknown) => {
  await pass(0);
};
const press = (name: string, click = {}) =>
  then(fireEvent.click(screen.getByText(name, { selector: 'button' }), click));
const arrow = (key: string) => then(fireEvent.keyDown(document.body, { key }));
const refuse = (id: string) => then(owed.get(id)?.refuse());
const counter = () => screen.getByText(/of \d pending approvals/).textContent;

it('takes no decision about a card that has only just come up', async () => {
  open();
  await press('Approve');
  await press('Approve');
  await press('Reject');
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha']);
  expect(screen.queryByText('Reject Approval')).toBeNull();
  await settle();
  await press('Approve', { detail: 2 });
  expect(decided()).toEqual(['Alpha']);
  await press('Approve', { detail: 1 });
  expect(decided()).toEqual(['Alpha', 'Beta']);
});

it('takes a key for the card after a decision, unless it bounces; not for one that came up by itself', async () => {
  const { change } = open();
  await arrow('ArrowRight');
  await pass(BOUNCE_MS - 1);
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha']);
  await pass(1);
  await press('Approve');
  expect(decided(), 'a button waits longer').toEqual(['Alpha']);
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha', 'Beta']);
  await settle();
  await change([requestOf('Delta')]);
  await pass(BOUNCE_MS);
  await arrow('ArrowRight');
  expect(decided()).toEqual(['Alpha', 'Beta']);
});

it('waits likewise when the card was decided elsewhere, or says something else now; not when it was asked for', async () => {
  const { change } = open();
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

it('leaves the card alone that is being worked on when another one is refused', async () => {
  open();
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

it('shows a refused card again when there is no other, and waits likewise', async () => {
  queue = [requestOf('Alpha')];
  open();
  await press('Approve');
  expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull();
  await refuse('Alpha');
  expect(counter()).toBe('1 of 1 pending approvals');
  owed.clear();
  await press('Approve');
  expect(decided()).toEqual([]);
  await settle();
  await press('Approve');
  expect(decided()).toEqual(['Alpha']);
});

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
  truncated: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  submittedAt: '2026-11-21T08:00:00.000Z',
  task: { id: `task of ${id}`, title: id, project: { id: 'engine', name: 'Engine' } },
});
