import { expect, it } from 'vitest';
import { limitsState } from './limits-words.ts';

const now = new Date('2026-11-21T08:00:00.000Z').getTime();
const limits = { itemId: 'card', steps: 30, stepsUsed: 7, until: '2026-11-21T08:41:10.000Z' };

it.each([
  [{}, false, '7 of 30 steps used, 42 minutes left'],
  [{ until: '2026-11-21T08:00:20.000Z' }, false, '7 of 30 steps used, 1 minute left'],
  [{ stepsUsed: 30 }, true, 'Limits used up: 30 of 30 steps'],
  [{ until: '2026-11-21T08:00:00.000Z' }, true, 'Limits expired after 7 of 30 steps'],
  [{ steps: 1, stepsUsed: 0 }, false, '0 of 1 step used, 42 minutes left'],
])('tells how far limits are used: %j', (fields, isOver, words) => {
  expect(limitsState({ ...limits, ...fields }, now)).toEqual({ isOver, words });
});
