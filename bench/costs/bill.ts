import { fresh } from '../../dev/deploy/resources/secrets.mjs';
import { TASKS, WAITING, type Measured } from './measure-usage.ts';
import { containerCost, prices, usageCost } from './prices.ts';
import { minus, noUsage, plus, share, type Usage } from './usage-log.ts';
import type { Table } from '../table.ts';

/** What no emulator can know, assumed for a user's day. */
export const day = { tasks: 10, minutesOfWork: 10, minutesOfApprovals: 60, minutesOfContainer: 10 };
/** How many seconds a container waits for its owner before it saves and ends (FREE_WAIT_SECONDS of a deployment). */
const FREE_WAIT = 120;
const DAYS = 22;
const SWEEPS_A_MONTH = 60 * 24 * 30;
const GIB = 2 ** 30;
const SUM = 'sum';

const dollars = (amount: number) => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;

/** What was counted, before any price. */
export function usageTable({ task, minute, wait, sweep }: Measured): Table {
  const row = (name: string, { requests, reads, writes, aggregations, seconds }: Usage) => {
    return [name, requests, reads, writes, aggregations, seconds];
  };
  return {
    title: 'Measured',
    columns: ['what', 'requests', 'reads', 'writes', 'aggregations', 'seconds'],
    rows: [
      row(`a task of ${task.steps} steps, its page (average of ${TASKS})`, task.pages),
      row('a task, its runner', task.runner),
      row('a minute of the approvals, open', minute.approvals),
      row('a minute of a running container, open', minute.container),
      row('a minute of a runner without a task', minute.runner),
      row('a wait, its runner', wait.runner),
      row('a sweep, nobody there', sweep.nobody),
      row('a sweep, one task waits', sweep.one),
      row(`a sweep, ${WAITING} tasks wait`, sweep.many),
    ],
  };
}

/** One task that waits a year for its owner. */
export function waitTable({ wait, sweep }: Measured): Table {
  const seconds = FREE_WAIT + wait.ending;
  const each = positive(share(minus(sweep.many, sweep.one), 1 / (WAITING - 1)));
  const parts: [string, string, number][] = [
    ['its container, until it has saved and ended', `${seconds.toFixed(0)} s`, containerCost(seconds)],
    ['the request that it holds, alone on an instance', `${seconds.toFixed(0)} s`, heldCost(seconds)],
    ['what its runner asks meanwhile', `${wait.runner.requests} requests`, usageCost({ ...wait.runner, seconds: 0 })],
    [
      'its container once more, until it goes on',
      `${wait.goingOn.toFixed(1)} s, and Cloud Run's start`,
      containerCost(wait.goingOn),
    ],
    [
      'its checkpoint, for a year',
      `${wait.checkpointBytes} bytes`,
      (wait.checkpointBytes / GIB) * prices.gibStored * 12,
    ],
    [
      'the sweeps, for it, in a year',
      `${each.reads.toFixed(2)} reads and ${each.writes.toFixed(2)} writes in each`,
      usageCost({ ...each, requests: 0, seconds: 0 }) * SWEEPS_A_MONTH * 12,
    ],
  ];
  return {
    title: 'A task that waits for its owner for a year',
    goal: '≤ $0.01',
    limits: [{ column: 'cost', of: ([what]) => what === SUM, atMost: 0.01 }],
    columns: ['what', 'how much', 'cost'],
    rows: [
      ...parts.map(([what, much, cost]) => [what, much, dollars(cost)]),
      [SUM, '', dollars(sum(parts.map(([, , cost]) => cost)))],
    ],
  };
}

/** A month of one user, and of a hundred. */
export function monthTable(measured: Measured): Table {
  const rows = monthOf(measured);
  const users = [1, 100] as const;
  const of = (count: number) => rows.map(({ each, all }) => each * count + all);
  return {
    title: 'A month',
    columns: ['what', ...users.map((count) => (count === 1 ? '1 user' : `${count} users`))],
    rows: [
      ...rows.map(({ what, each, all }) => [what, ...users.map((count) => dollars(each * count + all))]),
      ['sum, without the models', ...users.map((count) => dollars(sum(of(count))))],
      ['of it a user', ...users.map((count) => dollars(sum(of(count)) / count))],
    ],
  };
}

/** Dollars a month: for each user, and for the deployment regardless of its users. */
function monthOf({ task, minute, wait, sweep, transfer }: Measured): { what: string; each: number; all: number }[] {
  const tasks = day.tasks * DAYS;
  const waiting = FREE_WAIT + wait.ending + wait.goingOn;
  const working = day.minutesOfWork * 60;
  const pages = plus(
    share(task.pages, tasks),
    plus(
      share(minute.approvals, day.minutesOfApprovals * DAYS),
      share(minute.container, day.minutesOfContainer * DAYS),
    ),
  );
  const heard = { ...noUsage, reads: task.signals * tasks };
  const runners = plus(share(task.runner, tasks), share(minute.runner, day.minutesOfWork * tasks));
  const sent = transfer.visit * DAYS + transfer.task * tasks;
  return [
    { what: 'containers that work', each: containerCost(working * tasks), all: 0 },
    { what: 'containers that wait', each: containerCost(waiting * tasks), all: 0 },
    // A runner holds a request all the time, not only while it waits (docs/design.md#waiting-for-a-person).
    { what: 'requests that both hold', each: heldCost((working + waiting) * tasks), all: 0 },
    { what: 'pages: functions and database', each: usageCost(plus(pages, heard)), all: 0 },
    { what: 'pages: transfer', each: (sent / GIB) * prices.gibSent, all: 0 },
    { what: 'runners: functions and database', each: usageCost(runners), all: 0 },
    { what: 'the sweep, every minute', each: 0, all: usageCost(sweep.many) * SWEEPS_A_MONTH },
    {
      what: 'schedule, secrets, image',
      each: 0,
      all: prices.schedule + SECRET_VERSIONS * prices.secretVersion + IMAGE_GIB * prices.gibOfImages,
    },
  ];
}

/** The newest version of each secret that a deploy makes, and of one model's key. */
const SECRET_VERSIONS = Object.keys(fresh).length + 1;
/** Compressed, in the registry, together with the previous image. */
const IMAGE_GIB = 0.6;

const heldCost = (seconds: number) => usageCost({ ...noUsage, requests: 1, seconds });
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
/** Two sweeps also differ by chance: no cost may be negative. */
const positive = (usage: Usage) =>
  Object.fromEntries(Object.entries(usage).map(([name, value]) => [name, Math.max(value, 0)])) as unknown as Usage;
