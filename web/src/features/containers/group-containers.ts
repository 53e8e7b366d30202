import type { Container } from '@countersign/contract';
import { own } from '../../lib/own.ts';

export const containerGroups = ['Running', 'Paused', 'Pending', 'Deleted', 'Other'] as const;
export type ContainerGroup = (typeof containerGroups)[number];

const groupOfStatus: Record<string, ContainerGroup> = {
  running: 'Running',
  paused: 'Paused',
  pending: 'Pending',
  deleted: 'Deleted',
};

/** The group of a container with this status: deleting, not_found, unknown and anything new are Other. */
export function groupOf(status: string): ContainerGroup {
  return own(groupOfStatus, status) ?? 'Other';
}

/** The containers by group, newest created first in each. */
export function groupContainers(
  containers: readonly Container[],
  statusOf: (container: Container) => string,
): Record<ContainerGroup, Container[]> {
  const groups: Record<ContainerGroup, Container[]> = { Running: [], Paused: [], Pending: [], Deleted: [], Other: [] };
  for (const container of [...containers].sort(newestFirst)) groups[groupOf(statusOf(container))].push(container);
  return groups;
}

function newestFirst(a: Container, b: Container): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt);
}
