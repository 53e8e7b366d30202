import type { TaskItem } from '@countersign/contract';
import { expect, it } from 'vitest';
import { joinHistory } from './join-history.ts';

const item = (id: string, parentId: string | null = null, children: TaskItem[] = []) =>
  ({ id, parentId, children }) as TaskItem;

const shape = (items: TaskItem[]): unknown => items.map(({ id, children = [] }) => [id, shape(children)]);

it('puts a reply below its parent of a former page, also where that came with the same page', () => {
  const former = [item('a', null, [item('b', 'a')]), item('c')];
  const joined = joinHistory(former, [item('d', 'b'), item('e'), item('f', 'd'), item('g', 'unknown')]);
  expect(shape(joined)).toEqual([
    ['a', [['b', [['d', [['f', []]]]]]]],
    ['c', []],
    ['e', []],
    ['g', []],
  ]);
  expect(shape(former), 'what is shown is not changed').toEqual([
    ['a', [['b', []]]],
    ['c', []],
  ]);
});
