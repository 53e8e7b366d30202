import type { Container } from '@countersign/contract';
import type { ContainerDocument } from '../documents/container.ts';
import { iso } from '../documents/time.ts';
import { toUsageReply } from './usage-reply.ts';

/** A container as replies carry it, without its token and its execution's name. */
export function toContainerReply(container: ContainerDocument, project?: { id: string; name: string }): Container {
  return {
    id: container.id,
    projectId: container.projectId,
    name: container.name,
    imageTag: container.imageTag,
    status: container.status,
    desired: container.desired,
    message: container.message,
    wait: waitOf(container),
    createdAt: iso(container.createdAt),
    startedAt: iso(container.startedAt),
    completedAt: iso(container.completedAt),
    exitCode: container.exitCode,
    runs: container.epoch,
    ranSeconds: container.ranMs === null ? null : Math.round(container.ranMs / 1000),
    usage: toUsageReply(container.usage),
    project: project && { id: project.id, name: project.name },
  };
}

/** What a starting container waits for: the cause of a delay, or Cloud Run, which may have to fetch the image first. */
export function waitOf({ status, message, execution, pendingSince }: ContainerDocument): Container['wait'] {
  if (status !== 'pending' || pendingSince === null) return null;
  return { text: message ?? (execution === null ? BEING_ASKED : BEING_STARTED), since: iso(pendingSince) };
}

const BEING_ASKED = 'Cloud Run is being asked to start the container';
const BEING_STARTED = 'Cloud Run is starting the container, and may have to fetch its image first';
