import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../../entities/query-keys.ts';
import { forgetEverybody, OWN_KEPT_PREFIX } from '../../../lib/auth/session-traces.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { InApp, testApproval } from '../test-approvals.tsx';
import { useReason } from './use-reason.ts';

let queries: QueryClient;
let told: string[];
beforeEach(() => {
  queries = createQueryClient();
  queries.setQueryData(keys.approvals, [testApproval({ id: 'weave' })]);
  told = [];
  vi.spyOn(toast, 'error').mockImplementation((text) => void told.push(text));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function begin(isWriting = true) {
  const { result, unmount, rerender } = renderHook((writes: boolean) => useReason('weave', writes), {
    initialProps: isWriting,
    wrapper: ({ children }) => <InApp queries={queries}>{children}</InApp>,
  });
  return {
    read: () => result.current[0],
    write: (text: string) => act(() => result.current[1](text)),
    stop: () => rerender(false),
    leave: unmount,
  };
}

const decideElsewhere = () => queries.setQueryData(keys.approvals, []);

it('is there again when the card comes back, also after a reload, not for the next person', async () => {
  const before = begin();
  before.write('Use less yarn');
  before.leave();
  queries = createQueryClient();
  expect(begin().read()).toBe('Use less yarn');
  await forgetEverybody().catch(() => undefined);
  expect(begin().read()).toBe('');
});

it('tells whoever is writing that the request waits no more', () => {
  const { write, leave } = begin();
  write('Use less yarn');
  decideElsewhere();
  leave();
  expect(told).toEqual([expect.stringContaining('The request is no longer waiting.')]);
});

it('tells nothing while the request waits, or where nothing was being written', () => {
  const turned = begin();
  turned.write('Use less yarn');
  turned.leave();
  decideElsewhere();
  const closed = begin();
  closed.stop();
  closed.leave();
  const blank = begin();
  blank.write(' ');
  blank.leave();
  expect(told).toEqual([]);
});

it('is the same in each tab: what one has typed is not replaced by what another still shows', () => {
  const here = begin();
  begin().write('Use less');
  expect(here.read()).toBe('Use less');
  localStorage.setItem(`${OWN_KEPT_PREFIX}reason.weave`, JSON.stringify({ text: 'Use less yarn', at: Date.now() }));
  act(() => window.dispatchEvent(new StorageEvent('storage')));
  expect(here.read()).toBe('Use less yarn');
});
