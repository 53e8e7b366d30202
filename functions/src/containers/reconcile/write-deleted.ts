import type { Tx } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { ProjectDocument } from '../../documents/project.ts';
import { addTokens } from '../../lib/add-tokens.ts';
import { projects } from '../../store/firestore.ts';
import { changeContainerStatus, type ContainerChange } from '../../state/change-container-status.ts';

/** The project of a container that is being deleted; undefined where it is deleted itself. Reads in the transaction. */
export const readProjectOf = (tx: Pick<Tx, 'read'>, { projectId }: ContainerDocument) =>
  tx.read(projects().doc(projectId));

/**
 * Writes that a container is deleted. What its models have used is added to its project in the same transaction, so that
 * it counts once: deleted containers are kept, and nobody could read all of them for a sum (`readProjectUsage`).
 */
export function writeDeleted(
  tx: Tx,
  container: ContainerDocument,
  project: ProjectDocument | undefined,
  change: ContainerChange = {},
): void {
  changeContainerStatus(tx, container, { to: 'deleted', by: 'system', on: 'ended' }, change);
  if (!project) return;
  const { count, usage } = project.deletedContainers;
  const deletedContainers = { count: count + 1, usage: addTokens(usage, container.usage) };
  tx.update(projects().doc(project.id), { deletedContainers });
}
