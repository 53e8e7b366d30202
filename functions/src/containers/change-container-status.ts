import { canMoveContainer, type ContainerEvent, type ContainerStatus, type Mover } from '@countersign/contract';
import { Timestamp, type UpdateData } from 'firebase-admin/firestore';
import type { Writer } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { illegalMove } from '../errors.ts';
import { containers } from '../firestore.ts';
import type { Change } from '../signals/touch.ts';

export interface ContainerMove {
  to: ContainerStatus;
  by: Mover;
  on: ContainerEvent;
}

/** Fields that change with a container's status. */
export type ContainerChange = Omit<UpdateData<ContainerDocument>, 'status' | 'id' | 'userId' | 'projectId'>;

/**
 * The one place where a container's stored status changes. Checks the move (contract: moves.ts) and writes `change`
 * with it. `container` is what the same transaction read. Answers what to signal. Throws `illegal_move`.
 */
export function changeContainerStatus(
  writer: Writer,
  container: ContainerDocument,
  { to, by, on }: ContainerMove,
  change: ContainerChange = {},
): Change[] {
  if (!canMoveContainer(container.status, to, by, on)) throw illegalMove('container', container.status, to);
  // A start begins by taking a place, and an end gives it to others.
  const place = to === 'running' || to === 'deleting' ? {} : { admitted: false, waits: false };
  writer.update(containers().doc(container.id), { ...change, ...place, status: to, updatedAt: Timestamp.now() });
  return [{ kind: 'container', id: container.id }];
}
