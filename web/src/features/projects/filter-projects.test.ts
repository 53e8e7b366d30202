import type { Project } from '@countersign/contract';
import { expect, test } from 'vitest';
import { filterProjects } from './filter-projects.ts';

const named = (name: string, description: string | null = null): Project => ({
  id: name.replaceAll(' ', '-'),
  userId: 'ada',
  name,
  description,
  status: 'active',
  autoCreateContainers: false,
  agent: null,
  model: null,
  taskCount: 0,
  pendingApprovalCount: 0,
  baseBranch: null,
  folder: null,
  setupCommand: null,
  variables: [],
  instructions: null,
  repositoryCount: 0,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
});

const engine = named('Analytical Engine', 'Weaves algebraical patterns');
const loom = named('Jacquard loom');

test('an empty search keeps every project, in order', () => {
  expect(filterProjects([engine, loom], '  ')).toEqual([engine, loom]);
});

test('the name is searched whatever its case', () => {
  expect(filterProjects([engine, loom], 'LOOM')).toEqual([loom]);
});

test('the description is searched whatever its case, and a project without one is passed over', () => {
  expect(filterProjects([engine, loom], 'Algebraical')).toEqual([engine]);
});

test('what stands in neither finds nothing', () => {
  expect(filterProjects([engine, loom], 'difference')).toEqual([]);
});
