import { expect, test } from 'vitest';
import { allowanceText, pauseText, waitText } from './cap-texts.ts';

test.each([
  [
    waitText({ whose: 'user', what: 'hours', limit: 100 }),
    'Waits to be started: your containers have run 100 hours today, the most in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'deployment', what: 'starts', limit: 2_000 }),
    'Waits to be started: 2,000 containers of all users were started today, the most in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'user', what: 'starts', limit: 1 }),
    'Waits to be started: 1 container of yours was started today, the most in one day. It starts after 00:00 UTC',
  ],
  [
    waitText({ whose: 'user', what: 'hours', limit: 0 }),
    'Waits to be started: no running time of a container is allowed to you here. It starts when whoever runs this deployment allows it',
  ],
  [
    pauseText({ whose: 'deployment', what: 'hours', limit: 0.5 }),
    'Paused: the containers of all users have run 0.5 hours today, the most in one day. Its tasks go on after 00:00 UTC',
  ],
  [
    allowanceText({ whose: 'user', what: 'tokens', limit: 20_000_000 }),
    'Your agents have used 20,000,000 tokens of the model today, the most in one day. It answers again after 00:00 UTC',
  ],
])('%#', (text, expected) => {
  expect(text).toBe(expected);
});
