import { canMoveContainer, type ContainerEvent, type ContainerStatus, type Mover } from '@countersign/contract';
import { Timestamp, type UpdateData } from 'firebase-admin/firestore';
import type { Writer } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { illegalMove } from '../lib/errors.ts';
import { containers } from '../store/firestore.ts';

export interface ContainerMove {
  to: ContainerStatus;
  by: Mover;
  on: ContainerEvent;
}

/** Fields that change with a container's status. */
export type ContainerChange = Omit<UpdateData<ContainerDocument>, 'status' | 'id' | 'userId' | 'projectId'>;

/**
 * The only place where a container's stored status changes. Checks the move (contract: moves.ts) and writes `change`
 * with it. `container` is what the same transaction read. Throws `illegal_move`.
 */
export function changeContainerStatus(
  writer: Writer,
  container: ContainerDocument,
  { to, by, on }: ContainerMove,
  change: ContainerChange = {},
): void {
  if (!canMoveContainer(container.status, to, by, on)) throw illegalMove('container', container.status, to);
  // A new start must take a place first, and an end frees it for others.
  const noPlace = { admitted: false, waits: false, waitsFor: null, waitsSince: null };
  const place = to === 'running' || to === 'deleting' ? {} : noPlace;
  const updatedAt = Timestamp.now();
  const start = to === 'pending' ? { pendingSince: updatedAt, heldUpBy: [] } : {};
  writer.update(containers().doc(container.id), { ...change, ...place, ...start, status: to, updatedAt });
  writer.signal(container.userId, { kind: 'container', id: container.id });
}
