import type { Container } from '@countersign/contract';
import { expect, it } from 'vitest';
import { groupContainers, groupOf } from './group-containers.ts';

it('groups by status and puts the newest first', () => {
  const containers = [
    made('old', 'running', '2026-11-01T10:00:00.000Z'),
    made('gone', 'deleted', '2026-11-02T10:00:00.000Z'),
    made('new', 'running', '2026-11-03T10:00:00.000Z'),
    made('odd', 'not_found', '2026-11-03T10:00:00.000Z'),
  ];
  const groups = groupContainers(containers, (container) => container.status);
  expect(groups.Running.map(({ id }) => id)).toEqual(['new', 'old']);
  expect(groups.Deleted.map(({ id }) => id)).toEqual(['gone']);
  expect(groups.Other.map(({ id }) => id)).toEqual(['odd']);
  expect(groups.Paused).toEqual([]);
});

it.each([
  ['running', 'Running'],
  ['paused', 'Paused'],
  ['pending', 'Pending'],
  ['deleted', 'Deleted'],
  ['deleting', 'Other'],
  ['not_found', 'Other'],
  ['unknown', 'Other'],
  ['constructor', 'Other'],
])('%s stands under %s', (status, group) => {
  expect(groupOf(status)).toBe(group);
});

function made(id: string, status: string, createdAt: string): Container {
  return {
    id,
    projectId: 'p',
    name: null,
    imageTag: 'latest',
    status,
    message: null,
    createdAt,
    startedAt: null,
    completedAt: null,
    exitCode: null,
    desired: 'running',
    runs: 1,
    ranSeconds: 0,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] },
    wait: null,
  };
}
