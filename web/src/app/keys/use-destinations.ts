import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { containerName } from '../../entities/container/container-name.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { containersQuery } from '../../features/containers/queries.ts';
import { projectsQuery } from '../../features/projects/queries.ts';
import { tasksQuery } from '../../features/tasks/queries.ts';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { navigation } from '../layout/navigation-list.tsx';
import type { Destination } from './destinations.ts';

const pages: readonly Destination[] = [
  ...navigation.map(({ to, label }) => ({ to, title: label, kind: 'Page' })),
  { to: '/decisions', title: 'Decisions', kind: 'Page' },
];

/** Every possible destination: pages, then the projects, requests, tasks and containers loaded so far. */
export function useDestinations(): { destinations: readonly Destination[]; isWhole: boolean } {
  const projects = useQuery(projectsQuery());
  const approvals = useQuery(approvalsQuery());
  const tasks = useQuery(tasksQuery());
  const containers = useQuery(containersQuery());
  const lists = [projects, approvals, tasks, containers];
  const cut = [
    useListCounts(projectsQuery().queryKey),
    useListCounts(approvalsQuery().queryKey),
    useListCounts(tasksQuery().queryKey),
    useListCounts(containersQuery().queryKey),
  ];
  const destinations = useMemo(
    () => [
      ...pages,
      ...(projects.data ?? []).map(({ id, name }) => ({ to: `/projects/${id}`, title: name, kind: 'Project' })),
      ...(approvals.data ?? []).map(({ id, title, task }) => ({
        to: `/approvals/${id}`,
        title,
        kind: `Approval · ${task.title}`,
      })),
      ...(tasks.data ?? []).map(({ id, title, project }) => ({
        to: `/tasks/${id}`,
        title,
        kind: `Task · ${project?.name ?? ''}`,
      })),
      ...(containers.data ?? [])
        .filter(({ status }) => status !== 'deleted')
        .map((container) => ({
          to: `/containers/${container.id}`,
          title: containerName(container),
          kind: 'Container',
        })),
    ],
    [projects.data, approvals.data, tasks.data, containers.data],
  );
  return {
    destinations,
    isWhole: lists.every(({ data }) => data !== undefined) && cut.every((counts) => counts === null),
  };
}
