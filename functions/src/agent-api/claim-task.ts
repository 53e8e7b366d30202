import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import { list, transact, type Tx } from '../data.ts';
import type { TaskDocument } from '../documents/task.ts';
import { tasks } from '../firestore.ts';
import { inTurn } from '../in-turn.ts';
import { containerTasksIn, freeClaimableTasks } from '../queries.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { changeTaskStatus, type TaskChange } from '../tasks/change-task-status.ts';
import type { AgentCaller } from './container-token.ts';
import { describeClaim } from './describe-claim.ts';
import { directiveOf, fenceContainer, leaseEnd } from './fence.ts';

type Reply = CallOutput<typeof agentRoutes.claim>;

/** Candidates looked at in one round; others of the project may take some of them meanwhile. */
const CANDIDATES = 20;
const ROUNDS = 5;

/**
 * Claims the next task for a container, exclusively: what it parked and is decided by now, then by priority, then by
 * age. A claim whose answer was lost is given again. Each claim raises the task's epoch. Throws `stale_epoch`.
 */
export function claimTask(caller: AgentCaller): Promise<Reply> {
  return inTurn(`claim/${caller.projectId}`, () => claimBest(caller));
}

async function claimBest(caller: AgentCaller): Promise<Reply> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const candidates = await findCandidates(caller);
    for (const candidate of candidates) {
      const { directive, claimed } = await transact((tx) => claim(tx, caller, candidate.id));
      if (directive !== 'run') return { directive, task: null };
      if (claimed) return { directive, task: await announce(claimed) };
    }
    if (candidates.length < CANDIDATES) break;
  }
  const directive = await transact(async (tx) => directiveOf(await fenceContainer(tx, caller)));
  return { directive, task: null };
}

/** What a container may claim, best first. */
export async function findCandidates({ containerId, projectId }: AgentCaller): Promise<TaskDocument[]> {
  const [own, free] = await Promise.all([
    list(containerTasksIn(containerId, ['pending', 'approved', 'rejected', 'running'])),
    list(freeClaimableTasks(projectId).limit(CANDIDATES)),
  ]);
  return [...own.filter((task) => isClaimable(task, containerId)), ...free].sort(
    (a, b) => rank(a) - rank(b) || b.priority - a.priority || a.createdAt.toMillis() - b.createdAt.toMillis(),
  );
}

/** Held by this container already (its answer was lost), then parked and decided, then the others. */
function rank(task: TaskDocument): number {
  if (task.status === 'running') return 0;
  return task.parkedContainerId === null ? 2 : 1;
}

function isClaimable(task: TaskDocument, containerId: string): boolean {
  const { status, parkedContainerId, leaseContainerId } = task;
  if (task.containerId !== null && task.containerId !== containerId) return false;
  if (status === 'running') return leaseContainerId === containerId;
  if (parkedContainerId !== null) {
    return parkedContainerId === containerId && (status === 'approved' || status === 'rejected');
  }
  return status === 'pending' || status === 'approved';
}

interface Claimed {
  task: TaskDocument;
  resumed: boolean;
  changes: Change[];
}

async function claim(
  tx: Tx,
  caller: AgentCaller,
  taskId: string,
): Promise<{ directive: Reply['directive']; claimed: Claimed | null }> {
  const [container, task] = await Promise.all([fenceContainer(tx, caller), tx.read(tasks().doc(taskId))]);
  const directive = directiveOf(container);
  if (directive !== 'run' || !task || task.projectId !== caller.projectId || !isClaimable(task, container.id)) {
    return { directive, claimed: null };
  }
  const change = {
    containerId: container.id,
    leaseContainerId: container.id,
    leaseUntil: leaseEnd(),
    parkedContainerId: null,
    rejectedSincePark: 0,
    epoch: task.epoch + 1,
  };
  const changes = writeClaim(tx, task, change);
  return {
    directive,
    claimed: { task: { ...task, ...change, status: 'running' }, resumed: task.epoch > 0, changes },
  };
}

function writeClaim(tx: Tx, task: TaskDocument, change: TaskChange): Change[] {
  if (task.status === 'running') {
    tx.update(tasks().doc(task.id), change);
    return [];
  }
  const on = task.status === 'rejected' ? 'continue' : 'claim';
  return changeTaskStatus(tx, task, { to: 'running', by: 'agent', on }, change);
}

async function announce({ task, resumed, changes }: Claimed) {
  const [described] = await Promise.all([describeClaim(task, resumed), touchAll(task.userId, task.id, changes)]);
  return described;
}
