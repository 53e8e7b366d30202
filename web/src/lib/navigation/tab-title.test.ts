import { afterEach, expect, it, vi } from 'vitest';
import { setPageTitle, setWaitingCount } from './tab-title.ts';

afterEach(() => {
  setWaitingCount(0);
  vi.unstubAllGlobals();
});

it('tells how many items wait before the name of the page, whichever comes first', () => {
  setPageTitle('Projects');
  expect(document.title).toBe('Projects · Countersign');
  setWaitingCount(3);
  expect(document.title).toBe('(3) Projects · Countersign');
  setPageTitle('Dashboard');
  expect(document.title).toBe('(3) Dashboard · Countersign');
  setWaitingCount(0);
  expect(document.title).toBe('Dashboard · Countersign');
});

it('marks the icon of the app where the platform has one, and minds no refusal', () => {
  const setAppBadge = vi.fn(() => Promise.reject(new Error('not installed')));
  const clearAppBadge = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  setWaitingCount(2);
  expect(setAppBadge).toHaveBeenCalledWith(2);
  expect(clearAppBadge).not.toHaveBeenCalled();
  setWaitingCount(0);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});
