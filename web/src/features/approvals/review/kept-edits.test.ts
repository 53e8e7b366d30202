import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keptEdits, usePublishEdits } from './kept-edits.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const begin = () =>
  renderHook(() => usePublishEdits({ id: 'weave', hash: 'h' }, { title: 'T', body: 'B' }, keptEdits)).result;

it('is the same in each tab: what one has typed is not replaced by what another still shows', () => {
  const [here, there] = [begin(), begin()];
  act(() => here.current[1]({ title: 'Fair' }));
  expect(there.current[0]).toEqual({ title: 'Fair' });
  act(() => there.current[1]({ ...there.current[0], body: 'Longer' }));
  expect(here.current[0]).toEqual({ title: 'Fair', body: 'Longer' });
});
