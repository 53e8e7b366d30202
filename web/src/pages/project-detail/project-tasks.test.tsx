import type { Task } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { projectTasksQuery } from '../../features/tasks/queries.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { system } from '../../ui/theme/system.ts';
import { ProjectTasks } from './project-tasks.tsx';

afterEach(cleanup);

// By text and selector: computing accessible names from all styles takes jsdom seconds for so many rows.
const rows = () => document.querySelectorAll('a[href^="/tasks/"]').length;

it('shows fifty tasks at first, and the others on demand', () => {
  renderWith(51);
  screen.getByText('Tasks (51)');
  expect(rows()).toBe(50);
  fireEvent.click(screen.getByText('Show 1 more of 51'));
  expect(rows()).toBe(51);
  expect(screen.queryByText(/^Show/)).toBeNull();
});

function renderWith(count: number): void {
  const queries = createQueryClient();
  queries.setQueryData(
    projectTasksQuery('engine').queryKey,
    Array.from({ length: count }, (_unused, index) => taskNumber(index)),
  );
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <ProjectTasks projectId="engine" onAdd={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </ChakraProvider>,
  );
}

const taskNumber = (index: number): Task => ({
  id: `task-${index}`,
  projectId: 'engine',
  parentId: null,
  title: `Task ${index}`,
  description: null,
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
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  completedAt: null,
});
