import { expect, test } from 'vitest';
import { allowanceText, pauseText, waitText } from './cap-texts.ts';

test.each([
  [
    waitText({ whose: 'user', what: 'hours', limit: 100 }),
    'Waiting to start: your containers have run for 100 hours today, the most allowed in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'deployment', what: 'starts', limit: 2_000 }),
    'Waiting to start: 2,000 containers were started today by all users, the most allowed in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'user', what: 'starts', limit: 1 }),
    'Waiting to start: 1 of your containers was started today, the most allowed in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'user', what: 'hours', limit: 0 }),
    'Waiting to start: you may not run containers here. It starts when whoever runs this deployment allows it',
  ],
  [
    pauseText({ whose: 'deployment', what: 'hours', limit: 0.5 }),
    'Paused: the containers of all users have run for 0.5 hours today, the most allowed in one day. Its tasks continue after 00:00 UTC',
  ],
  [
    allowanceText({ whose: 'user', what: 'tokens', limit: 20_000_000 }),
    'Your agents have used 20,000,000 model tokens today, the most allowed in one day. It answers again after 00:00 UTC',
  ],
])('%#', (text, expected) => {
  expect(text).toBe(expected);
});
