import type { Container, Task } from '@countersign/contract';

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
