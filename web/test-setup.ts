import { configure } from '@testing-library/react';

// One second is not enough where other tests run beside.
configure({ asyncUtilTimeout: 10_000 });

// What a test does not answer would be logged beside another one.
globalThis.fetch = (input) => Promise.reject(new TypeError(`No test has a network: ${String(input)}`));
