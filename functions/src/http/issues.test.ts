import { createProject, ISSUES_MAX, type ErrorReply } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import * as core from 'zod/v4/core';
import { invalid } from '../lib/errors.ts';
import { joinIssues, toIssues } from './issues.ts';

const LARGEST_REPLY = 64 * 1024;

function told(schema: core.$ZodType | undefined, input: unknown) {
  const { error } = core.safeParse(schema ?? createProject, input);
  if (!error) throw new Error('nothing is wrong with it');
  return toIssues(error, input);
}

function replyTo(schema: core.$ZodType | undefined, input: unknown): ErrorReply {
  const { issues, more } = told(schema, input);
  const { message, code, details } = invalid(issues, more);
  return { message, code, issues: details.issues };
}

const keys = (count: number, key = 'key') =>
  JSON.parse(`{${Array.from({ length: count }, (_, index) => `"${key}${index}":1`).join(',')}}`) as object;

test('a few issues are all told', () => {
  const { issues, more } = told(createProject, { status: '', one: 1, two: 2 });
  expect(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).sort()).toEqual([
    'name: Required',
    'one: This field is not accepted',
    'status: Status is required',
    'two: This field is not accepted',
  ]);
  expect(more).toBe(0);
});

describe('however much is wrong, the reply is small, and says how much more there is', () => {
  const item = { id: 'a', type: 'planning', title: 'A' };
  const put = agentRoutes.putItems.body;
  test.each([
    ['60,000 unknown keys', createProject, { name: 'A', ...keys(60_000) }, 60_000],
    [
      '20,000 in each of three steps',
      put,
      { epoch: 1, items: [1, 2, 3].map(() => ({ ...item, ...keys(20_000) })) },
      60_000,
    ],
    ['50 steps with nothing right', put, { epoch: 1, items: Array.from({ length: 50 }, () => ({})) }, 150],
    [
      '100 keys of 10,000 characters that JSON writes as six',
      createProject,
      { name: 'A', ...keys(100, '\\u0000'.repeat(10_000)) },
      100,
    ],
  ])('%s', (_what, schema, input, count) => {
    const reply = replyTo(schema, input);
    expect(reply.issues).toHaveLength(ISSUES_MAX);
    expect(reply.message).toContain(`and ${count - ISSUES_MAX} more`);
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(LARGEST_REPLY);
  });

  test.each([
    ['a list of 500,000 numbers', Array.from({ length: 500_000 }, () => 0)],
    ['a list of 300,000 empty steps', Array.from({ length: 300_000 }, () => ({}))],
  ])('%s is too long, and that is all', (_what, items) => {
    const { issues, more } = told(agentRoutes.putItems.body, { epoch: 1, items });
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['items']);
    expect(more).toBe(0);
  });

  test('twice as many take about twice as long', () => {
    // Of this process alone: other work on the machine adds to the time on a clock.
    const once = (input: object) => {
      const began = process.cpuUsage();
      told(createProject, input);
      return process.cpuUsage(began).user / 1_000;
    };
    // The quickest of several runs: a collection of garbage only ever adds time.
    const milliseconds = (count: number) => {
      const input = { name: 'A', ...keys(count) };
      return Math.min(...Array.from({ length: 5 }, () => once(input)));
    };
    milliseconds(1_000);
    expect(milliseconds(80_000)).toBeLessThan(40 * Math.max(milliseconds(10_000), 5));
  });
});

test('the issues of query and body are one list', () => {
  const one = { issues: [{ path: ['limit'], message: 'No' }], more: 0 };
  const many = told(createProject, { name: 'A', ...keys(100) });
  const joined = joinIssues(one, many);
  expect(joined.issues[0]).toEqual(one.issues[0]);
  expect([joined.issues.length, joined.more]).toEqual([ISSUES_MAX, 51]);
});
