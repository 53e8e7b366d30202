import { type Approval, type Container, routes, type Task } from '@countersign/contract';
import { readFileSync } from 'node:fs';
import { allExecutions } from '../support/inside.ts';
import { until } from '../support/until.ts';
import type { Scene } from './with-container.ts';

/** What the scenes of this folder wait for and look at. */

export function newTask({ user, project }: Scene, title: string, description: string): Promise<Task> {
  return user.api.call(routes.postProjectTask, { params: { id: project.id }, body: { title, description } });
}

/** The first request that waits for a decision. */
export function untilAsked({ user }: Scene, title: string): Promise<Approval> {
  let seen: string[] = [];
  return until(
    `"${title}" to be asked`,
    async () => {
      const approvals = await user.api.call(routes.listApprovals);
      seen = approvals.map((approval) => approval.title);
      return approvals.find((approval) => approval.title === title);
    },
    { timeoutMs: 60_000, seen: () => seen },
  );
}

export async function approve({ user }: Scene, { id, hash }: Approval): Promise<void> {
  await user.api.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash });
}

export async function untilCompleted({ user }: Scene, taskId: string): Promise<void> {
  let last = '';
  await until(
    'the task to be completed',
    async () => {
      last = (await user.api.call(routes.getTask, { params: { id: taskId } })).status;
      return last === 'completed';
    },
    { timeoutMs: 60_000, seen: () => last },
  );
}

/** Milliseconds in which a container becomes what a test waits for. */
const CONTAINER_MS = 60_000;

/** The container, once it is as wanted. */
export function untilContainer(
  { user, container: { id } }: Scene,
  what: string,
  isWanted: (container: Container, liveStatus: string) => boolean,
): Promise<Container> {
  let last: unknown;
  return until(
    `the container to be ${what}`,
    async () => {
      const { status } = await user.api.call(routes.getContainerLiveStatus, { params: { id } });
      const found = await user.api.call(routes.getContainer, { params: { id } });
      last = { ...found, live: status };
      return isWanted(found, status) && found;
    },
    { timeoutMs: CONTAINER_MS, seen: () => last },
  );
}

interface Execution {
  name: string;
  logUri?: string;
  completionTime?: string;
}

/** The executions of a container that the jobs server knows; of one start, if an epoch is given. */
export async function executionsOf({ container }: Scene, epoch?: number): Promise<Execution[]> {
  const wanted = [`{"name":"CONTAINER_ID","value":"${container.id}"}`];
  if (epoch !== undefined) wanted.push(`{"name":"EXECUTION_EPOCH","value":"${epoch}"}`);
  const all = (await allExecutions()).filter((one) => wanted.every((words) => JSON.stringify(one).includes(words)));
  return all as Execution[];
}

/** Everything that an execution printed, including what the server no longer accepted from it. */
export function outputOf({ logUri }: Execution): string {
  return readFileSync(new URL(logUri ?? ''), 'utf8');
}
