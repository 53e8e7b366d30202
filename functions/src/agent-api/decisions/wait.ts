import { WAIT_MAX_SECONDS } from '@countersign/contract';
import type { agentRoutes, WaitReply } from '@countersign/contract/agent';
import type * as z from 'zod/mini';
import { read, readAll } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { ProjectDocument } from '../../documents/project.ts';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { notFound, staleEpoch } from '../../lib/errors.ts';
import { containers, projects, taskItems, tasks } from '../../store/firestore.ts';
import { findWork } from '../claim/claim-task.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { toDecision } from './decision.ts';
import { directiveOf, isCurrent } from '../../state/fence.ts';
import { asHeard, toldAt } from '../../state/held-decision.ts';
import { takeHeldPlace } from './held-places.ts';
import { hold, type SecondReadings, type Watched } from './hold.ts';
import { nextMessages } from './messages.ts';
import { stopOf } from './stop-of.ts';

type Wait = z.output<(typeof agentRoutes.wait)['body'] & z.ZodMiniType>;

const NOTHING = { directive: 'run', decisions: [], messages: [], stop: false, work: false } satisfies WaitReply;

/**
 * Held until an item is decided, a message or Stop arrives, work is available, the directive changes, or time is up
 * (200 s at most), earlier if its container holds too many. The reply is the state, not what changed: whatever was
 * missed between two calls is in the next reply. Throws `stale_epoch`, `not_found`.
 */
export async function wait(caller: AgentCaller, asked: Wait, secondReadings?: SecondReadings): Promise<WaitReply> {
  const milliseconds = Math.min(asked.timeoutSeconds, WAIT_MAX_SECONDS) * 1000;
  const ended = new AbortController();
  const taken: (() => void)[] = [];
  // What is checked are the documents as they were when it began to listen: nothing is read twice.
  const lookChecked = async (now: Watching, lookAgainAt: (time: number) => void) => {
    if (taken.length === 0) {
      checkTask(caller, asked, now);
      taken.push(takeHeldPlace(caller.containerId, () => ended.abort()));
    }
    return look(caller, asked, now, lookAgainAt);
  };
  try {
    const reply = await hold(watching(caller, asked), lookChecked, milliseconds, secondReadings, ended.signal);
    // It ended before it had looked: its time was short, or it could not listen.
    if (taken.length === 0) checkTask(caller, asked, await readWatched(caller, asked));
    return reply ?? NOTHING;
  } finally {
    for (const giveBack of taken) giveBack();
  }
}

function checkTask(
  caller: AgentCaller,
  { epoch }: Wait,
  { container, task }: Pick<Watching, 'container' | 'task'>,
): void {
  if (!container || (container.desired !== 'deleted' && !isCurrent(container, caller))) {
    throw staleEpoch('This execution of the container has been replaced');
  }
  if (task === null) return;
  if (!task || task.projectId !== caller.projectId) throw notFound('Task');
  if (!isHeld(task, caller, epoch)) throw staleEpoch();
}

function isHeld(task: TaskDocument, { containerId }: AgentCaller, epoch: number | undefined): boolean {
  const holder = task.status === 'running' ? task.leaseContainerId : task.parkedContainerId;
  return task.epoch === epoch && holder === containerId;
}

/**
 * What a wait listens to: documents only, because a query would be evaluated for every change in its collection.
 * Whatever a wait reports is written together with a change of one of them; see `tellOfWork` for the project.
 */
interface Watching {
  container: ContainerDocument | undefined;
  /** Null: the wait is not about a task. */
  task: TaskDocument | null | undefined;
  /** Null: the wait is not for work. A change means that it is worth looking for some. */
  project: ProjectDocument | null | undefined;
}

function watching({ containerId, projectId }: AgentCaller, { taskId, forWork }: Wait): Watched<Watching> {
  return {
    container: containers().doc(containerId),
    task: taskId === undefined ? null : tasks().doc(taskId),
    project: forWork ? projects().doc(projectId) : null,
  };
}

async function readWatched(
  { containerId }: AgentCaller,
  { taskId }: Wait,
): Promise<Pick<Watching, 'container' | 'task'>> {
  const [container, task] = await Promise.all([
    read(containers().doc(containerId)),
    taskId === undefined ? null : read(tasks().doc(taskId)),
  ]);
  return { container, task };
}

/** What to report; null when there is nothing yet. */
async function look(
  caller: AgentCaller,
  asked: Wait,
  { container, task }: Watching,
  lookAgainAt: (time: number) => void,
): Promise<WaitReply | null> {
  const lives = container && isCurrent(container, caller) && (!task || isHeld(task, caller, asked.epoch));
  // The task was deleted or has ended, or a newer claim or execution has it: this runner must let go of it.
  if (!lives || task === undefined) return { ...NOTHING, directive: 'exit' };
  const [items, messages, work] = await Promise.all([
    readAll(asked.itemIds.map((id) => taskItems().doc(id))),
    task === null ? [] : nextMessages(task),
    asked.forWork ? findWork(caller) : null,
  ]);
  const known = items.filter((item) => item !== undefined).filter((item) => isAskedFor(item, asked, caller));
  const decided = known.map(asHeard).filter(({ isApproved }) => isApproved !== null);
  const later = [...(work?.moreAt ?? []), ...known.flatMap(({ releaseAt }) => toldAt(releaseAt) ?? [])];
  if (later.length > 0) lookAgainAt(Math.min(...later));
  const reply: WaitReply = {
    directive: directiveOf(container),
    decisions: decided.map(toDecision),
    messages,
    ...stopOf(task),
    work: (work?.candidates.length ?? 0) > 0,
  };
  const says = reply.directive !== 'run' || decided.length > 0 || messages.length > 0 || reply.stop || reply.work;
  return says ? reply : null;
}

/** A wait reports nothing about items of another task, such as what its owner has answered there; about no task, nothing. */
const isAskedFor = (item: TaskItemDocument, { taskId }: Wait, { projectId }: AgentCaller) =>
  item.projectId === projectId && item.taskId === taskId;
