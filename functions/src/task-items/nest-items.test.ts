import { ITEM_LEVELS_MAX, taskItem, type TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import * as core from 'zod/v4/core';
import { nestItems } from './nest-items.ts';
import { toShortReply } from './read-item.ts';
import { prepareItem } from './write-item.ts';

const task = { id: 't', userId: 'u', projectId: 'p' };

const itemBelow = (id: string, parentId: string | null): TaskItem =>
  toShortReply(
    prepareItem(task, { id, parentId, type: 'planning', title: id, author: 'agent' }, Timestamp.now()).header,
  );

/** The ids as nested: `a(b(c) d)`. */
const outline = (items: TaskItem[]): string =>
  items.map(({ id, children = [] }) => (children.length > 0 ? `${id}(${outline(children)})` : id)).join(' ');

const levelsOf = (items: TaskItem[]): number =>
  Math.max(0, ...items.map(({ children }) => 1 + levelsOf(children ?? [])));

test('replies are below their parents, in order', () => {
  const items = [
    itemBelow('a', null),
    itemBelow('b', 'a'),
    itemBelow('c', 'b'),
    itemBelow('d', 'a'),
    itemBelow('e', null),
  ];
  expect(outline(nestItems(items))).toBe('a(b(c) d) e');
});

test('an item whose parent is missing, comes later or is itself, stands by itself', () => {
  const items = [itemBelow('a', 'missing'), itemBelow('b', 'b'), itemBelow('c', 'd'), itemBelow('d', 'c')];
  expect(outline(nestItems(items))).toBe('a b c(d)');
});

test('items that an earlier version stored too deep are put beside their parent', () => {
  const items = Array.from({ length: 20_000 }, (_, index) =>
    itemBelow(`${index}`, index === 0 ? null : `${index - 1}`),
  );
  const nested = nestItems(items);
  expect(levelsOf(nested)).toBe(ITEM_LEVELS_MAX);
  expect(outline(nested).match(/\d+/g)).toHaveLength(items.length);
  expect(core.safeParse(taskItem, nested[0]).success).toBe(true);
});
