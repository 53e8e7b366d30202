import { mayWorkFor } from '../../access/admission.ts';
import { mintContainerToken } from '../../tokens/container-token.ts';
import { defaultTag } from '../../settings/image-tags.ts';
import { effectsAfter, transact, type Tx } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { ProjectDocument } from '../../documents/project.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { containers, projects } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { serialize } from '../../lib/serialize.ts';
import { whyNoMore } from '../../quotas/quota.ts';
import { freeClaimableTasks, projectContainersIn } from '../../store/queries.ts';
import { livingContainers, writeNewContainer } from '../create-container.ts';
import { tellNoContainer } from './tell-no-container.ts';
import { mayWake, wakeForOwnTasks, wakeIfPossible } from './wake-container.ts';

/**
 * For a project with Auto-create Containers: when tasks wait and nothing runs, makes sure that exactly one container
 * does, however many calls come at once. One that has ended is started again rather than replaced, and for tasks that
 * belong to a container that very one is. Where the user may have no further container, the waiting task says so.
 */
export async function ensureContainer({ id, userId }: Pick<ProjectDocument, 'id' | 'userId'>): Promise<void> {
  await effectsAfter((effects) =>
    serialize(`ensure-container/${id}`, async () => {
      await wakeOwners(id);
      const waiting = await waitingTask(id);
      if (!waiting || !(await mayWorkFor(userId))) return;
      const whyNone = await whyNoMore('containers', livingContainers(userId));
      const outcome = await transact((tx) => startOne(tx, id, userId, whyNone === null), { effects });
      if (outcome === 'full') await tellNoContainer(waiting, whyNone ?? '');
    }),
  );
}

/** The next task, while there is no container that will claim it. */
async function waitingTask(projectId: string): Promise<TaskDocument | undefined> {
  const [waiting, alive] = await Promise.all([
    list(freeClaimableTasks(projectId).limit(1)),
    list(projectContainersIn(projectId, ['pending', 'running'])),
  ]);
  return alive.some(willWork) ? undefined : waiting[0];
}

const willWork = ({ desired }: ContainerDocument) => desired === 'running';

/**
 * The project's own document serves as the lock: of many calls at once one writes it, and the others see what it wrote.
 * `full` when a new container is needed but none may be created.
 */
async function startOne(
  tx: Tx,
  projectId: string,
  userId: string,
  mayCreate: boolean,
): Promise<'started' | 'full' | 'not wanted'> {
  const project = await tx.read(projects().doc(projectId));
  if (!project?.autoCreateContainers) return 'not wanted';
  const latest = project.autoContainerId ? await tx.read(containers().doc(project.autoContainerId)) : undefined;
  if (latest && willWork(latest)) {
    if (latest.status === 'pending' || latest.status === 'running') return 'not wanted';
    if (await wakeIfPossible(tx, latest)) return 'started';
    // It failed too often by itself; its message says why, and Resume tries again.
    if (latest.status === 'paused') return 'not wanted';
  }
  if (!mayCreate) return 'full';
  const id = newId();
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch: 1 });
  tx.update(projects().doc(projectId), { autoContainerId: id });
  const container = { userId, projectId, name: null, imageTag: defaultTag(), autoCreated: true };
  writeNewContainer(tx, id, token, container);
  return 'started';
}

/** A task belongs to its container until that is deleted: no other one can go on with it. */
async function wakeOwners(projectId: string): Promise<void> {
  const ended = (await list(projectContainersIn(projectId, ['paused', 'not_found']))).filter((one) => mayWake(one));
  for (const { id } of ended) await wakeForOwnTasks(id);
}
