import { protos } from '@google-cloud/run';
import { expect, test } from 'vitest';
import { FAILED, hasFailed } from './status.ts';

test('a failed condition is known in both forms', () => {
  expect(FAILED).toBe(protos.google.cloud.run.v2.Condition.State.CONDITION_FAILED);
  expect(hasFailed({ state: FAILED })).toBe(true);
  expect(hasFailed({ state: 'CONDITION_FAILED' })).toBe(true);
  expect(hasFailed({ state: 'CONDITION_SUCCEEDED' })).toBe(false);
});
