import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { refetchChanges } from './refetch.ts';

function staleAfter(change: Parameters<typeof refetchChanges>[1][number]): string[] {
  const client = new QueryClient();
  const all = {
    stats: keys.stats,
    summaries: keys.projects.summaries,
    project: keys.projects.one('p'),
    tasks: keys.tasks.lists,
    tasksOfProject: keys.tasks.ofProject('p'),
    task: keys.tasks.one('t'),
    otherTask: keys.tasks.one('other'),
    items: keys.items.ofTask('t'),
    otherItems: keys.items.ofTask('other'),
    approvals: keys.approvals,
    containers: keys.containers.lists,
    container: keys.containers.one('c'),
    logs: keys.containers.logs('c'),
  };
  for (const key of Object.values(all)) client.setQueryData(key, 'seen');
  refetchChanges(client, [change]);
  return Object.entries(all)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);
}

it('a task touches its lists, itself, the counts of projects, the numbers, and approvals, which show its title', () => {
  expect(staleAfter({ kind: 'task', id: 't', nonce: 'n' })).toEqual([
    'stats',
    'summaries',
    'project',
    'tasks',
    'tasksOfProject',
    'task',
    'approvals',
  ]);
});

it('a project touches its lists, itself, the numbers, and what shows its name', () => {
  expect(staleAfter({ kind: 'project', id: 'p', nonce: 'n' })).toEqual([
    'stats',
    'summaries',
    'project',
    'tasks',
    'tasksOfProject',
    'approvals',
  ]);
});

it('an item touches approvals, the numbers and the history of its task', () => {
  expect(staleAfter({ kind: 'item', id: 'i', taskId: 't', nonce: 'n' })).toEqual(['stats', 'items', 'approvals']);
});

it('a container touches its lists and itself, not its log, which is polled', () => {
  expect(staleAfter({ kind: 'container', id: 'c', nonce: 'n' })).toEqual(['containers', 'container']);
});
