import { expect, test } from 'vitest';
import { missedIn, type Table } from './table.ts';

const table: Table = {
  title: 'Lists',
  columns: ['list', 'ms', 'reads', 'points'],
  rows: [
    ['short', 100, '5 + 1 aggregations', 100],
    ['long', 100.5, '21 + 1 aggregations', 89],
    ['lost', Number.NaN, '—', 90],
  ],
};

test('a table without limits has no goal to miss', () => {
  expect(missedIn(table)).toEqual([]);
});

test('each number beyond a limit is told with its row, and what is no number as well', () => {
  const limits = [{ column: 'ms', atMost: 100 }];
  expect(missedIn({ ...table, limits })).toEqual([
    'Lists: long: ms is 100.5, not ≤ 100',
    'Lists: lost: ms is NaN, not ≤ 100',
  ]);
});

test('a limit may be about some rows, the number among words, and a bound one to stay below or to reach', () => {
  const isNotLost = (row: unknown[]) => row[0] !== 'lost';
  expect(missedIn({ ...table, limits: [{ column: 'reads', of: isNotLost, atMost: 20 }] })).toEqual([
    'Lists: long: reads is 21 + 1 aggregations, not ≤ 20',
  ]);
  expect(missedIn({ ...table, limits: [{ column: 'ms', of: isNotLost, below: 100 }] })).toHaveLength(2);
  expect(missedIn({ ...table, limits: [{ column: 'points', atLeast: 90 }] })).toEqual([
    'Lists: long: points is 89, not ≥ 90',
  ]);
});

test('a limit that is about nothing is not reached', () => {
  const none = { column: 'ms', of: () => false, atMost: 1 };
  expect(missedIn({ ...table, limits: [none] })).toEqual(['Lists: no row to judge "ms" by']);
  expect(missedIn({ ...table, limits: [{ column: 'misspelt', atMost: 1 }] })).toHaveLength(3);
});
