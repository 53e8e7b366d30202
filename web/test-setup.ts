import { __unsafe_useEmotionCache as useStyleSheet } from '@emotion/react';
import { onlineManager } from '@tanstack/react-query';
import { configure, renderHook } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// One second is not enough beside other running tests.
configure({ asyncUtilTimeout: 30_000 });

// A request that a test does not answer would be logged beside another test.
globalThis.fetch = (input) => Promise.reject(new TypeError(`No test has a network: ${String(input)}`));

// There is no layout: nothing ever changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Test files of one worker share it: a test must leave no setting, and one without a network none offline.
afterEach(() => {
  onlineManager.setOnline(true);
  localStorage.clear();
});

const { result, unmount } = renderHook(useStyleSheet);
const styles = result.current;
unmount();

// Every component of every file would leave its rules behind, and each question about an element's style reads them all:
// half of the time of these tests.
afterAll(() => {
  styles?.sheet.flush();
  Object.assign(styles ?? {}, { inserted: {}, registered: {} });
});
