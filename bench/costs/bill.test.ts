import { expect, test } from 'vitest';
import { fresh } from '../../dev/deploy/resources/secrets.mjs';
import { day, monthTable } from './bill.ts';
import type { Measured } from './measure-usage.ts';
import { containerCost, prices, usageCost } from './prices.ts';
import { noUsage } from './usage-log.ts';

const measured: Measured = {
  task: { pages: noUsage, runner: noUsage, signals: 0, steps: 1 },
  minute: { approvals: noUsage, container: noUsage, runner: noUsage },
  transfer: { visit: 0, task: 0 },
  wait: { ending: 1, goingOn: 4, runner: noUsage, checkpointBytes: 0 },
  sweep: { nobody: noUsage, one: noUsage, many: noUsage },
};
const TASKS_A_MONTH = day.tasks * 22;
const WAIT = 120 + 1 + 4;

/** What a row says for one user, in dollars. */
function dollarsOf(what: string): number {
  const cell = monthTable(measured).rows.find(([name]) => name === what)?.[1];
  return Number(String(cell).replace('$', ''));
}

test('a month counts a held request for as long as its container works or waits', () => {
  const seconds = (day.minutesOfWork * 60 + WAIT) * TASKS_A_MONTH;
  expect(dollarsOf('requests that both hold')).toBeCloseTo(usageCost({ ...noUsage, seconds }), 2);
  expect(dollarsOf('containers that work') + dollarsOf('containers that wait')).toBeCloseTo(containerCost(seconds), 1);
});

test('a month counts every secret that a deploy makes, and the key of a model', () => {
  const secrets = (Object.keys(fresh).length + 1) * prices.secretVersion;
  expect(dollarsOf('schedule, secrets, image')).toBeCloseTo(prices.schedule + secrets + 0.6 * prices.gibOfImages, 4);
});
