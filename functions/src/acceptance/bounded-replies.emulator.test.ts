import { LIST_REPLY_BYTES, LIST_REPLY_ITEMS, NESTED_ITEMS, routes, type Route } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { projects, tasks } from '../store/firestore.ts';
import { createItem, prepareItem, type NewItem } from '../task-items/write-item.ts';
import { newTask, request, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const BATCH = 400;

/** Many copies of an owner's task, one in ten of them in another status. */
async function copyTask(owner: TestOwner, count: number): Promise<void> {
  const { id } = await newTask(owner);
  const stored = (await tasks().doc(id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...stored,
    id: newId(),
    title: `Task ${index}`,
    status: index % 10 === 0 ? ('completed' as const) : stored.status,
    createdAt: Timestamp.fromMillis(stored.createdAt.toMillis() - index - 1),
  }));
  for (let from = 0; from < copies.length; from += BATCH) {
    await commit((writer) => {
      for (const copy of copies.slice(from, from + BATCH)) writer.create(tasks().doc(copy.id), copy);
    });
  }
  await projects().doc(owner.projectId).update({ taskCount: count });
}

/** Many steps of a task. */
async function addItems(owner: TestOwner, taskId: string, items: NewItem[]): Promise<void> {
  const task = { id: taskId, userId: owner.userId, projectId: owner.projectId };
  for (let from = 0; from < items.length; from += 50) {
    await commit((writer) => {
      for (const item of items.slice(from, from + 50)) createItem(writer, prepareItem(task, item));
    });
  }
}

interface Part {
  entries: { id: string; truncated?: boolean }[];
  bytes: number;
  counts: unknown;
}

const countsOf = ({ headers }: { headers: Headers }) => JSON.parse(headers.get('X-List-Counts') ?? 'null') as unknown;

const firstOf = (owner: TestOwner, count: number | string) =>
  owner.client.callFully(routes.listTasks, { headers: { 'X-List-First': String(count) } });

/** All pages of a list, following its headers. */
async function partsOf(owner: TestOwner, route: Route, params: Record<string, string> = {}): Promise<Part[]> {
  const parts: Part[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = { params, query: cursor === undefined ? {} : { cursor } } as never;
    const { reply, headers } = await owner.client.callFully(route, input);
    const counts = countsOf({ headers });
    parts.push({ entries: reply as unknown as Part['entries'], bytes: JSON.stringify(reply).length, counts });
    cursor = headers.get('X-Next-Cursor');
  }
  return parts;
}

test('a list of more than 1,000 comes in parts, the first with the counts of all', async () => {
  const owner = await stack.newOwner();
  await copyTask(owner, 1_200);
  const [first, second, ...others] = await partsOf(owner, routes.listTasks);
  expect(others).toEqual([]);
  expect([first?.entries.length, second?.entries.length]).toEqual([LIST_REPLY_ITEMS, 200]);
  expect(first?.counts).toMatchObject({ total: 1_200, byStatus: { pending: 1_080, completed: 120, failed: 0 } });
  expect(second?.counts).toBeNull();
  expect(new Set([first, second].flatMap((part) => part?.entries.map(({ id }) => id))).size).toBe(1_200);
  const rows = await firstOf(owner, 2);
  expect([rows.reply.length, countsOf(rows)], 'its first rows do not wait for the counts').toEqual([
    2,
    { total: 1_200 },
  ]);
  const ofProject = await partsOf(owner, routes.listProjectTasks, { id: owner.projectId });
  expect(ofProject.map(({ entries }) => entries.length)).toEqual([LIST_REPLY_ITEMS, 200]);
  const [project] = await owner.client.call(routes.listProjects);
  expect(project?.tasks).toHaveLength(NESTED_ITEMS);
  expect(project?.tasks?.[0]?.id, 'the newest').toBe(first?.entries[0]?.id);
});

test('a header limits a list to its first things, at the same address, with the counts of all', async () => {
  const owner = await stack.newOwner();
  await copyTask(owner, 3);
  const two = await firstOf(owner, 2);
  expect([two.reply.length, two.headers.has('X-Next-Cursor')]).toEqual([2, true]);
  expect(countsOf(two)).toMatchObject({ total: 3, byStatus: { pending: 2, completed: 1, failed: 0 } });
  const all = await firstOf(owner, 3);
  expect([all.headers.has('X-Next-Cursor'), countsOf(all)], 'all of it').toEqual([false, null]);
  await expect(firstOf(owner, 'many')).rejects.toMatchObject({ status: 400 });
  await owner.client.call(routes.getProject, { params: { id: owner.projectId }, headers: { 'X-List-First': '1' } });
});

test('a list that fits is complete, and needs no further call', async () => {
  const owner = await stack.newOwner();
  await copyTask(owner, 300);
  const parts = await partsOf(owner, routes.listTasks);
  expect(parts.map(({ entries, counts }) => [entries.length, counts])).toEqual([[300, null]]);
});

test('a history of long steps comes in parts that fit in a reply, and is complete', async () => {
  const owner = await stack.newOwner();
  const task = await newTask(owner);
  const long = 'x'.repeat(18_000);
  const steps = Array.from({ length: 300 }, (_, index): NewItem => ({
    type: 'planning',
    title: `Step ${index}`,
    content: long,
    author: 'agent',
  }));
  await addItems(owner, task.id, steps);
  const parts = await partsOf(owner, routes.listTaskItems, { id: task.id });
  expect(parts.length).toBeGreaterThan(1);
  for (const { bytes } of parts) expect(bytes).toBeLessThanOrEqual(LIST_REPLY_BYTES + 2);
  expect(new Set(parts.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(300);
});

test('projects with more long tasks than a reply holds are not all read, and come in parts, complete', async () => {
  const owner = await stack.newOwner();
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => owner.client.call(routes.postProject, { body: { name } }));
  for (const { id } of await Promise.all(others)) await copyTask({ ...owner, projectId: id }, NESTED_ITEMS);
  const { id: newest } = await owner.client.call(routes.postProject, { body: { name: 'Newest' } });
  await copyTask({ ...owner, projectId: newest }, NESTED_ITEMS);
  const { docs } = await tasks().where('projectId', '==', newest).get();
  const description = 'x'.repeat(LIST_REPLY_BYTES / NESTED_ITEMS);
  await Promise.all(docs.map(({ ref }) => ref.update({ description })));
  const { reply, headers } = await owner.client.callFully(routes.listProjects);
  expect(reply.map(({ id }) => id)).toEqual([newest]);
  const reads = Number(/reads;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '')?.[1]);
  expect(reads, 'four of the seven projects at once').toBeLessThan(5 * NESTED_ITEMS);
  const parts = await partsOf(owner, routes.listProjects);
  const found = parts.flatMap(({ entries }) => entries as unknown as { id: string; tasks: unknown[] }[]);
  expect(found.map((project) => project.tasks.length)).toEqual([...Array.from({ length: 6 }, () => NESTED_ITEMS), 0]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(7);
});

test('approvals carry their long fields until the reply holds a mebibyte; the others say that they are cut', async () => {
  const owner = await stack.newOwner();
  const task = await newTask(owner);
  const asked = Array.from({ length: 100 }, (): NewItem => {
    const { title, toolName, toolKind } = request();
    return {
      type: 'tool_call',
      title,
      toolName,
      toolKind,
      toolParameters: { command: 'y'.repeat(18_000) },
      needsApproval: true,
      author: 'agent',
    };
  });
  await addItems(owner, task.id, asked);
  const [part, ...others] = await partsOf(owner, routes.listApprovals);
  expect(others).toEqual([]);
  expect(part?.bytes).toBeLessThan(1.3 * 1024 * 1024);
  const cut = part?.entries.map(({ truncated }) => truncated) ?? [];
  expect(cut.filter((isCut) => !isCut).length).toBe(58);
  expect(cut.indexOf(true), 'the first that is cut').toBe(58);
  const first = await owner.client.callFully(routes.listApprovals, { headers: { 'X-List-First': '20' } });
  expect(first.reply).toHaveLength(20);
  expect(first.reply.map(({ id }) => id)).toEqual(part?.entries.slice(0, 20).map(({ id }) => id));
  expect(countsOf(first)).toEqual({ total: part?.entries.length });
});
