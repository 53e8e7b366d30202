import { act, cleanup, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useLeave } from './use-leave.ts';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

it('leads away from the page it belongs to, but not from another one', () => {
  window.history.replaceState(null, '', '/tasks/a');
  const { result } = renderHook(() => useLeave(), { wrapper: BrowserRouter });
  const late = result.current;
  act(() => result.current('/projects'));
  expect(window.location.pathname).toBe('/projects');
  act(() => late('/tasks'));
  expect(window.location.pathname).toBe('/projects');
});
