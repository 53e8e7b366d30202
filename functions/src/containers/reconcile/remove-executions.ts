import { actAtOnce } from '../../lib/at-once.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { runtime } from '../../runtime/cloud-run.ts';
import { startOf } from '../start/start-container.ts';

/** Executions deleted concurrently. */
const AT_ONCE = 10;

/**
 * Deletes, by name, all executions of a container that is not started any more. Where not all names are known, e.g.
 * because the reply to a start was lost, the others are looked for in the job that all users share. Throws when Cloud
 * Run cannot be asked.
 */
export async function removeExecutions(container: ContainerDocument): Promise<void> {
  const { executions, unnamedStarts } = container;
  await actAtOnce(executions ?? [], AT_ONCE, (name) => runtime().remove(name));
  if (executions !== null && unnamedStarts.length === 0) return;
  await runtime().removeAll({ ...startOf(container), identity: ['CONTAINER_ID'], since: container.createdAt.toDate() });
}
