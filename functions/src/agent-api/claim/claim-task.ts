import type { CallOutput } from '@countersign/contract';
import type { agentRoutes } from '@countersign/contract/agent';
import type * as z from 'zod';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import { transact, type Tx } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import { taskDocument, type TaskDocument } from '../../documents/task.ts';
import { fieldsOf, tasks } from '../../store/firestore.ts';
import { readWait, recordWait } from '../../task-items/tell-wait.ts';
import { actAtOnce } from '../../lib/at-once.ts';
import { serialize } from '../../lib/serialize.ts';
import { claimableTasksOf, freeClaimableTasks, tasksHeldBy, undeliveredMessages } from '../../store/queries.ts';
import { toldAt } from '../../state/held-decision.ts';
import { changeTaskStatus, type TaskChange } from '../../state/change-task-status.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { describeClaim } from './describe-claim.ts';
import { directiveOf, fenceContainer, leaseEnd } from '../../state/fence.ts';

type Reply = CallOutput<typeof agentRoutes.claim>;

/** Candidates tried in one round; other containers of the project may claim some of them first. */
const CANDIDATES = 20;
const ROUNDS = 5;
/** Parked tasks that are looked through for messages at a time. */
const LOOKED_AT_ONCE = 20;

/** What is known of a task that may be claimed: an owner may have any number of them, each with a long description. */
const candidateDocument = taskDocument.pick({
  id: true,
  status: true,
  priority: true,
  containerId: true,
  leaseContainerId: true,
  parkedContainerId: true,
  heldUntil: true,
  createdAt: true,
});
type Candidate = z.infer<typeof candidateDocument>;

/**
 * Claims the next task for a container, exclusively: first what it parked and can continue, as it is decided or its
 * owner has written; then by priority, then by age. A claim whose reply was lost is given again. Each claim raises the
 * task's epoch. Throws `stale_epoch`.
 */
export function claimTask(caller: AgentCaller): Promise<Reply> {
  return serialize(`claim/${caller.projectId}`, () => claimBest(caller));
}

async function claimBest(caller: AgentCaller): Promise<Reply> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { candidates } = await findWork(caller);
    for (const candidate of candidates) {
      const { directive, claimed } = await transactOnTask(candidate.id, (tx) => claim(tx, caller, candidate.id));
      if (directive !== 'run') return { directive, task: null };
      if (claimed) return { directive, task: await describeClaim(claimed.task, claimed.resumed) };
    }
    if (candidates.length < CANDIDATES) break;
  }
  const directive = await transact(async (tx) => directiveOf(await fenceContainer(tx, caller)));
  return { directive, task: null };
}

/**
 * What a container may claim, best first; and the times at which held decisions will make more tasks claimable. Of the
 * tasks that nobody has begun only the first are read, whoever may begin them.
 */
export async function findWork({ containerId, projectId }: AgentCaller): Promise<Work> {
  const found = await Promise.all([
    list(fieldsOf(tasksHeldBy(containerId), candidateDocument)),
    list(fieldsOf(claimableTasksOf(projectId, containerId).limit(CANDIDATES), candidateDocument)),
    list(fieldsOf(freeClaimableTasks(projectId).limit(CANDIDATES), candidateDocument)),
  ]);
  // What it parked and its owner has approved is among the first two.
  const known = [...new Map(found.flat().map((task) => [task.id, task])).values()];
  const candidates: Candidate[] = [];
  await actAtOnce(known, LOOKED_AT_ONCE, async (task) => {
    if (await isClaimable(task, containerId, list)) candidates.push(task);
  });
  candidates.sort(
    (a, b) => rank(a) - rank(b) || b.priority - a.priority || a.createdAt.toMillis() - b.createdAt.toMillis(),
  );
  return { candidates, moreAt: known.flatMap(({ heldUntil }) => toldAt(heldUntil) ?? []) };
}

interface Work {
  candidates: Candidate[];
  moreAt: number[];
}

/** First a task this container holds already (the reply was lost), then those it parked, then the others. */
function rank(task: Candidate): number {
  if (task.status === 'running') return 0;
  return task.parkedContainerId === null ? 2 : 1;
}

/** `query`: that of a transaction, where the answer must hold until its end. */
async function isClaimable(task: Candidate, containerId: string, query: Tx['query']): Promise<boolean> {
  const { status, parkedContainerId, leaseContainerId } = task;
  if (task.containerId !== null && task.containerId !== containerId) return false;
  if (status === 'running') return leaseContainerId === containerId;
  if (parkedContainerId !== null) {
    if (parkedContainerId !== containerId) return false;
    // It still waits for a decision, but its owner has written something for the agent's next turn.
    if (status === 'awaiting_approval') return (await query(undeliveredMessages(task.id).limit(1))).length > 0;
    return (status === 'approved' || status === 'rejected') && toldAt(task.heldUntil) === null;
  }
  return status === 'pending' || (status === 'approved' && toldAt(task.heldUntil) === null);
}

interface Claimed {
  task: TaskDocument;
  resumed: boolean;
}

async function claim(
  tx: Tx,
  caller: AgentCaller,
  taskId: string,
): Promise<{ directive: Reply['directive']; claimed: Claimed | null }> {
  const [container, task] = await Promise.all([fenceContainer(tx, caller), tx.read(tasks().doc(taskId))]);
  const directive = directiveOf(container);
  const isOurs = directive === 'run' && task?.projectId === caller.projectId;
  if (!isOurs || !(await isClaimable(task, container.id, tx.query))) return { directive, claimed: null };
  const change = { containerId: container.id, epoch: task.epoch + 1, ...holdOf(task, container.id) };
  const wait = await readWait(tx, task);
  writeClaim(tx, task, change);
  recordWait(tx, task, container, wait);
  return { directive, claimed: { task: { ...task, ...change }, resumed: task.epoch > 0 } };
}

/** A lease; a task with open questions stays parked and needs none. */
function holdOf({ status }: TaskDocument, containerId: string) {
  if (status === 'awaiting_approval') return {};
  return { leaseContainerId: containerId, leaseUntil: leaseEnd(), parkedContainerId: null, rejectedSincePark: 0 };
}

function writeClaim(tx: Tx, task: TaskDocument, change: TaskChange): void {
  if (task.status === 'running' || task.status === 'awaiting_approval') {
    tx.update(tasks().doc(task.id), change);
    return;
  }
  const on = task.status === 'rejected' ? 'continue' : 'claim';
  changeTaskStatus(tx, task, { to: 'running', by: 'agent', on }, change);
}
