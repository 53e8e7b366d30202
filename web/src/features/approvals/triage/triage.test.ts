import type { Approval, Risk } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { testApproval } from '../test-approvals.tsx';
import { groupsIn, levelOf, noTriage, triaged, type Triage } from './triage.ts';

const risk = (level: string, judged = true): Risk => ({ level, judged, reasons: [], engine: 1 });
const of = (id: string, minute: number, task: string, fields: Partial<Approval> = {}) =>
  testApproval({
    id,
    createdAt: `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`,
    task: { id: task, title: `Task ${task}`, project: { id: 'loom', name: 'Loom' } },
    ...fields,
  });
const ids = (approvals: readonly Approval[], triage: Partial<Triage> = {}) =>
  triaged(approvals, { ...noTriage, ...triage }).map(({ id }) => id);

describe('the order', () => {
  const queue = [
    of('a1', 1, 'a', { risk: risk('low') }),
    of('b1', 2, 'b', { risk: risk('low') }),
    of('a2', 3, 'a', { risk: risk('medium') }),
    of('c1', 4, 'c', { risk: risk('high') }),
    of('b2', 5, 'b', { risk: null }),
  ];
  it('is by age, with the requests of one task together', () => {
    expect(ids([...queue].reverse())).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
  });
  it('is by risk, where what was not judged is high, and a task stands where its riskiest does', () => {
    expect(ids(queue, { order: 'risk' })).toEqual(['c1', 'b2', 'b1', 'a2', 'a1']);
  });
  it('tells which tasks have several, and where these begin', () => {
    expect([...groupsIn(triaged(queue, noTriage))]).toEqual([
      [0, 2],
      [2, 2],
    ]);
    expect(groupsIn([]).size).toBe(0);
  });
});

describe('what is shown', () => {
  const queue = [
    of('a', 1, 'a', { title: 'Run ls', toolName: 'bash', risk: risk('low') }),
    of('b', 2, 'b', { type: 'file_creation', filePath: 'docs/Loom.md', risk: risk('medium') }),
    of('c', 3, 'c', {
      type: 'approval_request',
      risk: risk('high', false),
      task: { id: 'c', title: 'Publish it', project: { id: 'other', name: 'Difference' } },
    }),
  ];
  it.each<[Partial<Triage>, string[]]>([
    [{}, ['a', 'b', 'c']],
    [{ search: '  RUN ' }, ['a']],
    [{ search: 'loom' }, ['a', 'b']],
    [{ search: 'loom.md' }, ['b']],
    [{ search: 'difference' }, ['c']],
    [{ search: 'publish it' }, ['c']],
    [{ project: 'other' }, ['c']],
    [{ type: 'file_creation' }, ['b']],
    [{ risk: 'high' }, ['c']],
    [{ risk: 'low' }, ['a']],
    [{ risk: 'low', project: 'other' }, []],
  ])('%o: %j', (triage, expected) => expect(ids(queue, triage)).toEqual(expected));
});

it.each([
  [null, 'high'],
  [risk('high', false), 'high'],
  [risk('of a later version'), 'high'],
  [risk('medium'), 'medium'],
  [risk('low'), 'low'],
])('the level of %j is %s', (judged, level) => expect(levelOf({ risk: judged })).toBe(level));
