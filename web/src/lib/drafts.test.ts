import { afterEach, expect, it, vi } from 'vitest';
import { forgetWork } from './auth/session-traces.ts';
import { draftsOf } from './drafts.ts';

const drafts = draftsOf<{ text: string }>('test', ({ text }) => typeof text === 'string');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });

it('what there is no room for on the device is kept in the tab, until it is sent, kept after all, or its person signs out', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const told = vi.fn<() => void>();
  const stop = drafts.subscribe(told);
  drafts.set('a', { text: 'Use' });
  const full = fill();
  drafts.set('a', { text: 'Use less yarn' });
  drafts.set('b', { text: 'Rename it' });
  expect([drafts.get('a')?.text, drafts.get('b')?.text]).toEqual(['Use less yarn', 'Rename it']);
  expect(drafts.get('a'), 'for React, the same as long as nothing changes').toBe(drafts.get('a'));
  expect(told).toHaveBeenCalledTimes(3);
  drafts.delete('a');
  expect(drafts.get('a')).toBeUndefined();

  full.mockRestore();
  drafts.set('b', { text: 'Rename them' });
  localStorage.clear();
  expect(drafts.get('b'), 'kept only on the device').toBeUndefined();

  fill();
  drafts.set('b', { text: 'Rename all' });
  await forgetWork().catch(() => undefined);
  expect(drafts.get('b')).toBeUndefined();
  stop();
});
