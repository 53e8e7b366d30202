import {
  containerMoves,
  containerStatuses,
  routes,
  taskMoves,
  taskStatuses,
  type ContainerStatus,
  type Move,
  type Mover,
  type Route,
  type TaskStatus,
} from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeContainerStatus } from '../state/change-container-status.ts';
import type { Writer } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers, db, projects, tasks } from '../store/firestore.ts';
import { changeTaskStatus } from '../state/change-task-status.ts';
import { newContainer, newTask, useStack, type TestOwner } from '../testing/agents.ts';
import { callRaw, errorOf, requestOf } from '../testing/call.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { clientOf, signUp } from '../testing/users.ts';
import { legalContainerMoves, legalTaskMoves } from './legal-moves.ts';

useTestEnvironment();
const stack = useStack();

const movers: Mover[] = ['owner', 'agent', 'system'];
const eventsOf = <On extends string>(moves: readonly { on: On }[]) => [...new Set(moves.map(({ on }) => on))];

let owner: TestOwner & { token: string };
let task: TaskDocument;
let container: ContainerDocument;

beforeAll(async () => {
  const user = await signUp();
  const client = clientOf(stack.apiUrl(), user);
  const { id } = await client.call(routes.postProject, { body: { name: 'Project' } });
  owner = { client, userId: user.userId, projectId: id, token: user.token };
  task = await stored(tasks().doc((await newTask(owner)).id));
  container = await stored(containers().doc((await newContainer(owner)).id));
});

/** A writer that only counts: an illegal move must write nothing. */
function countingWriter(): { writer: Writer; writes: () => number } {
  let writes = 0;
  const write = () => void (writes += 1);
  const signal = () => undefined;
  const enqueue = () => ({ outcome: 'later' as const });
  const writer: Writer = { create: write, set: write, update: write, add: write, delete: write, signal, enqueue };
  return { writer, writes: () => writes };
}

test('the table has these rows and no other', () => {
  const told = ({ from, to, by, on }: Move<string>) => `${from} → ${to} by ${by} on ${on}`;
  expect(taskMoves.map(told).sort()).toEqual([...legalTaskMoves].sort());
  expect(containerMoves.map(told).sort()).toEqual([...legalContainerMoves].sort());
});

describe('every combination of from, to, mover and event', () => {
  test.each(taskStatuses)('of a task that is %s', (from) => {
    for (const to of taskStatuses) {
      for (const by of movers) {
        for (const on of eventsOf(taskMoves)) {
          const { writer, writes } = countingWriter();
          const move = () => changeTaskStatus(writer, { ...task, status: from }, { to, by, on });
          const isLegal = legalTaskMoves.includes(`${from} → ${to} by ${by} on ${on}`);
          if (isLegal) expect(move, `${from} → ${to} by ${by} on ${on}`).not.toThrow();
          else
            expect(move, `${from} → ${to} by ${by} on ${on}`).toThrow(
              expect.objectContaining({ code: 'illegal_move' }),
            );
          expect(writes() > 0).toBe(isLegal);
        }
      }
    }
  });

  test.each(containerStatuses)('of a container that is %s', (from) => {
    for (const to of containerStatuses) {
      for (const by of movers) {
        for (const on of eventsOf(containerMoves)) {
          const { writer, writes } = countingWriter();
          const move = () => changeContainerStatus(writer, { ...container, status: from }, { to, by, on });
          const isLegal = legalContainerMoves.includes(`${from} → ${to} by ${by} on ${on}`);
          if (isLegal) expect(move, `${from} → ${to} by ${by} on ${on}`).not.toThrow();
          else
            expect(move, `${from} → ${to} by ${by} on ${on}`).toThrow(
              expect.objectContaining({ code: 'illegal_move' }),
            );
          expect(writes() > 0).toBe(isLegal);
        }
      }
    }
  });
});

describe('through the API', () => {
  test.each(taskStatuses)('a task that is %s: PATCH reopens it or answers 409 and changes nothing', async (from) => {
    for (const to of taskStatuses) {
      const before = await putTask(from);
      const reply = await send(routes.patchTask, before.id, { status: to, title: 'Changed' });
      const after = await stored(tasks().doc(before.id));
      if (to === 'pending' && ['completed', 'failed', 'rejected'].includes(from)) {
        expect(reply.status, `${from} → ${to}`).toBe(200);
        expect(after).toMatchObject({ status: to, title: 'Changed', completedAt: null, keptByHand: false });
      } else {
        expect({ status: reply.status, code: errorOf(reply).code }, `${from} → ${to}`).toEqual({
          status: 409,
          code: 'illegal_move',
        });
        expect(after).toEqual(before);
      }
      expect(await pendingCount()).toEqual(Number(after.status === 'awaiting_approval'));
    }
  });

  const acts = [
    ['pause', routes.pauseContainer, ['running']],
    ['resume', routes.resumeContainer, ['paused', 'not_found']],
    ['delete', routes.deleteContainer, ['pending', 'running', 'paused', 'not_found', 'deleting', 'deleted']],
  ] as const satisfies [string, Route, ContainerStatus[]][];

  test.each(acts)('%s: only from the statuses that allow it', async (_act, route, allowed) => {
    for (const from of containerStatuses.filter((status) => status !== 'unknown')) {
      const before = await putContainer(from);
      const reply = await send(route, before.id, undefined);
      if (allowed.some((status) => status === from)) {
        expect(reply.status, from).toBe(route.status);
        // A container that is already deleted stays as it is.
        const isDeleted = from === 'deleting' || from === 'deleted';
        if (isDeleted) expect(await stored(containers().doc(before.id))).toEqual(before);
        continue;
      }
      expect({ status: reply.status, code: errorOf(reply).code }, from).toEqual({ status: 409, code: 'illegal_move' });
      expect(await stored(containers().doc(before.id))).toEqual(before);
    }
  });
});

async function stored<T>(ref: { get(): Promise<{ data(): T | undefined }> }): Promise<T> {
  const document = (await ref.get()).data();
  if (!document) throw new Error('the document is missing');
  return document;
}

/** A task of its own in any status, correctly counted. */
async function putTask(status: TaskStatus): Promise<TaskDocument> {
  const id = db().collection('ids').doc().id;
  await tasks()
    .doc(id)
    .set({ ...task, id, status });
  await projects()
    .doc(owner.projectId)
    .update({ pendingApprovalCount: Number(status === 'awaiting_approval') });
  return stored(tasks().doc(id));
}

async function putContainer(status: ContainerStatus): Promise<ContainerDocument> {
  const id = db().collection('ids').doc().id;
  await containers()
    .doc(id)
    .set({ ...container, id, status, execution: null, completedAt: container.createdAt });
  return stored(containers().doc(id));
}

const pendingCount = async () => (await stored(projects().doc(owner.projectId))).pendingApprovalCount;

const send = (route: Route, id: string, body: Record<string, unknown> | undefined) =>
  callRaw(stack.apiUrl(), requestOf(route, { params: { id }, body }, owner.token));
