import { IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { mintContainerToken } from '../agent-api/container-token.ts';
import { list, transact, type Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers, projects } from '../firestore.ts';
import { newId } from '../id.ts';
import { inTurn } from '../in-turn.ts';
import { whyNoMore } from '../limits/quota.ts';
import { drain } from '../outbox/drain.ts';
import { freeClaimableTasks, projectContainersIn } from '../queries.ts';
import { touch } from '../signals/touch.ts';
import { livingContainers, writeNewContainer } from './create-container.ts';
import { tellNoContainer } from './tell-no-container.ts';
import { mayWake, wakeForOwnTasks, wakeWithin } from './wake-container.ts';

/**
 * For a project with Auto-create Containers: when tasks wait and nothing runs, sees to exactly one container, however
 * many ask at once. One that ended is started again rather than replaced. Whose tasks wait for a container of their
 * own get that one. Where the user may have no further container, the task that waits says so.
 */
export async function ensureContainer({ id, userId }: Pick<ProjectDocument, 'id' | 'userId'>): Promise<void> {
  const entry = await inTurn(`ensure-container/${id}`, async () => {
    await wakeOwners(id);
    const waiting = await waitingTask(id);
    if (!waiting) return null;
    const whyNone = await whyNoMore('containers', livingContainers(userId));
    const started = await transact((tx) => startOne(tx, id, userId, whyNone === null));
    if (started !== 'full') return started;
    await tellNoContainer(waiting, whyNone ?? '');
    return null;
  });
  if (!entry) return;
  await drain(entry);
  await touch(userId, [{ kind: 'container', id: entry.subjectId }]);
}

/** The task that comes next, while no container will claim it. */
async function waitingTask(projectId: string): Promise<TaskDocument | undefined> {
  const [waiting, alive] = await Promise.all([
    list(freeClaimableTasks(projectId).limit(1)),
    list(projectContainersIn(projectId, ['pending', 'running'])),
  ]);
  return alive.some(willWork) ? undefined : waiting[0];
}

const willWork = ({ desired }: ContainerDocument) => desired === 'running';

/**
 * The project's own document is the claim: of many that come at once, one writes it and the others see what it wrote.
 * `full` when a new one were needed and none may be created.
 */
async function startOne(
  tx: Tx,
  projectId: string,
  userId: string,
  mayCreate: boolean,
): Promise<OutboxDocument | 'full' | null> {
  const project = await tx.read(projects().doc(projectId));
  if (!project?.autoCreateContainers) return null;
  const latest = project.autoContainerId ? await tx.read(containers().doc(project.autoContainerId)) : undefined;
  if (latest && willWork(latest)) {
    if (latest.status === 'pending' || latest.status === 'running') return null;
    if (mayWake(latest)) return wakeWithin(tx, latest);
    // It failed too often on its own; its message says why, and Resume tries again.
    if (latest.status === 'paused') return null;
  }
  if (!mayCreate) return 'full';
  const id = newId();
  const token = await mintContainerToken({ containerId: id, projectId, userId, epoch: 1 });
  tx.update(projects().doc(projectId), { autoContainerId: id });
  const container = { userId, projectId, name: null, imageTag: IMAGE_TAG_DEFAULT, autoCreated: true };
  return writeNewContainer(tx, id, token, container);
}

/** A task belongs to its container until that is deleted: only that one can go on with it. */
async function wakeOwners(projectId: string): Promise<void> {
  const ended = (await list(projectContainersIn(projectId, ['paused', 'not_found']))).filter((one) => mayWake(one));
  for (const { id } of ended) await wakeForOwnTasks(id);
}
