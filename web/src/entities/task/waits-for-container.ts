import { type Container, type Task, WAITS_FOR_DECISION } from '@countersign/contract';

const claimable = ['pending', 'approved'];
const atWork = ['pending', 'running'];

/** Whether a task waits for any container of its project to take it up. */
export function isUnclaimed({ status, keptByHand, containerId }: Pick<Task, 'status' | 'keptByHand' | 'containerId'>) {
  return claimable.includes(status) && !keptByHand && containerId === null;
}

/** Whether one of these containers works or is about to. */
export function hasContainerAtWork(containers: readonly Pick<Container, 'status'>[]): boolean {
  return containers.some(({ status }) => atWork.includes(status));
}

/** Whether one of these has left while its agent waits for the person: with their decision it goes on. */
export function hasContainerAsking(containers: readonly Pick<Container, 'status' | 'message'>[]): boolean {
  return containers.some(({ status, message }) => status === 'paused' && message === WAITS_FOR_DECISION);
}
