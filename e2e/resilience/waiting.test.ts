import { afterAll, beforeAll, describe, test } from 'vitest';
import { isLong } from '../../dev/testing/sample.ts';
import { sweepOften } from '../support/control.ts';
import { waitForFree } from './free-waiting.ts';
import { freezeAtWork, freezeWhileItWaits } from './frozen-runner.ts';
import { doManyAtOnce } from './many-tasks.ts';
import { pauseByForce, pauseResumeDelete } from './pausing.ts';

let stopSweeping: () => Promise<void>;
beforeAll(() => {
  stopSweeping = sweepOften();
});
afterAll(() => stopSweeping());

// All 200 in the long run.
const count = Number(process.env.MANY_TASKS ?? (isLong ? 200 : 10));

// They mostly wait: in parallel they take the time of one.
describe.concurrent('a container', { timeout: 180_000 }, () => {
  test(
    'frozen past its lease in the middle of a step changes nothing any more; another execution goes on',
    freezeAtWork,
  );
  test('frozen while it waits is replaced when the decision comes', freezeWhileItWaits);
  test('that only waits for a decision ends, and is started again by it', waitForFree);
  test('is paused, goes on when resumed, and leaves nothing when deleted', pauseResumeDelete);
  test('that does not answer is paused by force', pauseByForce);
  test(
    `exactly one, does ${count} tasks that come at once, by priority then age, and ends`,
    { timeout: 1_800_000 },
    () => doManyAtOnce(count),
  );
});
