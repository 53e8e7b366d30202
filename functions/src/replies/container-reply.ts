import type { Container } from '@countersign/contract';
import type { ContainerDocument } from '../documents/container.ts';
import { iso } from '../documents/time.ts';
import { toUsageReply } from './usage-reply.ts';

/** A container as replies carry it; its token and its execution's name stay here. */
export function toContainerReply(container: ContainerDocument, project?: { id: string; name: string }): Container {
  return {
    id: container.id,
    projectId: container.projectId,
    name: container.name,
    imageTag: container.imageTag,
    status: container.status,
    desired: container.desired,
    message: container.message,
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
