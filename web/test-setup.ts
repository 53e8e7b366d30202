import { configure } from '@testing-library/react';

// One second is not enough beside other running tests.
configure({ asyncUtilTimeout: 10_000 });

// A request that a test does not answer would be logged beside another test.
globalThis.fetch = (input) => Promise.reject(new TypeError(`No test has a network: ${String(input)}`));
