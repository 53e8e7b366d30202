import { onlineManager } from '@tanstack/react-query';
import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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
  if ('document' in globalThis) localStorage.clear();
});
