import type { Task } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { bucketOf, filterTasks, isFiltering, noFilters } from './task-filters.ts';

describe('filterTasks', () => {
  const tasks = [
    made({ id: 'a', title: 'Fix the LOGIN page', status: 'pending', priority: 1.9 }),
    made({ id: 'b', title: 'Write docs', description: 'About the Login flow', status: 'running', priority: 2 }),
    made({ id: 'c', title: 'Release', project: { id: 'p', name: 'Login service' }, status: 'running', priority: 5 }),
    made({ id: 'd', title: 'Unrelated', description: null, status: 'paused_by_hand', priority: 4.9 }),
  ];
  const ids = (filters: Partial<typeof noFilters>) =>
    filterTasks(tasks, { ...noFilters, ...filters }).map((task) => task.id);

  it('returns the very same list when nothing is filtered', () => {
    expect(filterTasks(tasks, noFilters)).toBe(tasks);
  });

  it('searches title, description and project name without regard to case', () => {
    expect(ids({ search: 'login' })).toEqual(['a', 'b', 'c']);
    expect(ids({ search: '  LOGIN ' })).toEqual(['a', 'b', 'c']);
  });

  it('does not match across two fields, nor the word null of a missing description', () => {
    expect(ids({ search: 'docs about' })).toEqual([]);
    expect(ids({ search: 'null' })).toEqual([]);
  });

  it('combines status and priority with the search', () => {
    expect(ids({ search: 'login', status: 'running' })).toEqual(['b', 'c']);
    expect(ids({ search: 'login', status: 'running', priority: 'high' })).toEqual(['c']);
  });

  it('finds a status that the product does not know', () => {
    expect(ids({ status: 'paused_by_hand' })).toEqual(['d']);
  });
});

it.each([
  [0, 'low'],
  [1.9, 'low'],
  [2, 'medium'],
  [4.9, 'medium'],
  [5, 'high'],
  [10, 'high'],
])('priority %f is %s', (priority, bucket) => {
  expect(bucketOf(priority)).toBe(bucket);
});

it('does not count blanks in the search box as a filter', () => {
  expect(isFiltering({ ...noFilters, search: '  ' })).toBe(false);
  expect(isFiltering({ ...noFilters, search: ' a' })).toBe(true);
});

function made(fields: Partial<Task>): Task {
  return {
    id: 'id',
    projectId: 'p',
    parentId: null,
    title: 'Title',
    description: '',
    status: 'pending',
    priority: 1,
    containerId: null,
    keptByHand: false,
    isStopping: false,
    canStop: false,
    notice: null,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] },
    budget: null,
    limits: null,
    model: null,
    branch: null,
    commit: null,
    pullRequestUrl: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    completedAt: null,
    project: { id: 'p', name: 'Project' },
    ...fields,
  };
}
