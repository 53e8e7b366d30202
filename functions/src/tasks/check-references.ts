import type { Issue } from '@countersign/contract';
import type { Tx } from '../effects/transact.ts';
import type { TaskDocument } from '../documents/task.ts';
import { invalid } from '../lib/errors.ts';
import { containers, tasks } from '../store/firestore.ts';

/** How many ancestors are checked; deeper trees are refused. */
const DEPTH_LIMIT = 50;

interface References {
  parentId?: string | null | undefined;
  containerId?: string | null | undefined;
}

/**
 * Checks that a task's parent and container belong to its own project, and that the tree has no cycle. Reads in the
 * transaction that writes them, so neither can be deleted meanwhile. Throws `invalid` with every issue.
 */
export async function checkReferences(
  tx: Pick<Tx, 'read'>,
  project: { id: string; userId: string },
  { parentId, containerId }: References,
  taskId?: string,
): Promise<void> {
  const issues: Issue[] = [];
  if (parentId) issues.push(...(await issuesOfParent(tx, project, parentId, taskId)));
  if (containerId && !(await isContainerOf(tx, project, containerId))) {
    issues.push({ path: ['containerId'], message: 'This container is not in the project' });
  }
  if (issues.length > 0) throw invalid(issues);
}

async function issuesOfParent(
  tx: Pick<Tx, 'read'>,
  project: { id: string; userId: string },
  parentId: string,
  taskId?: string,
): Promise<Issue[]> {
  let next: string | null = parentId;
  for (let depth = 0; next; depth += 1) {
    if (next === taskId) return [{ path: ['parentId'], message: 'A task cannot be below itself' }];
    if (depth === DEPTH_LIMIT) return [{ path: ['parentId'], message: 'Tasks are nested too deeply' }];
    const parent: TaskDocument | undefined = await tx.read(tasks().doc(next));
    const own: boolean = parent?.userId === project.userId && parent.projectId === project.id;
    if (!own && depth === 0) return [{ path: ['parentId'], message: 'This task is not in the project' }];
    next = own ? (parent?.parentId ?? null) : null;
  }
  return [];
}

async function isContainerOf(
  tx: Pick<Tx, 'read'>,
  project: { id: string; userId: string },
  containerId: string,
): Promise<boolean> {
  const container = await tx.read(containers().doc(containerId));
  const own = container?.userId === project.userId && container.projectId === project.id;
  return own && container.desired !== 'deleted';
}
