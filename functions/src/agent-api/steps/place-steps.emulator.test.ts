import { ITEM_LEVELS_MAX } from '@countersign/contract';
import { agentRoutes, type RecordItem } from '@countersign/contract/agent';
import { beforeAll, describe, expect, test } from 'vitest';
import { taskItems } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { newTask, refusal, useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

let runner: TestRunner;
let task: { id: string; epoch: number };

beforeAll(async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  runner = await stack.newRunner(owner);
  task = await runner.claim();
});

const step = (id: string, parentId?: string | null): RecordItem => ({ id, parentId, type: 'planning', title: id });
const record = (...items: RecordItem[]) => runner.record(task, ...items);
const levelOf = async (id: string) => (await taskItems().doc(id).get()).data()?.level;

/** Ids of steps, each below the one before; the first is below `top` if given. */
async function recordChain(length: number, top?: string): Promise<string[]> {
  const ids = Array.from({ length }, newId);
  for (let at = 0; at < length; at += 50) {
    await record(...ids.slice(at, at + 50).map((id, index) => step(id, ids[at + index - 1] ?? top)));
  }
  return ids;
}

async function issuesOf(call: Promise<unknown>): Promise<string[]> {
  const error = (await call.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  )) as { status?: number; reply?: { issues?: { path: unknown[]; message: string }[] } };
  expect(error).toMatchObject({ status: 400, reply: { code: 'invalid' } });
  return (error.reply?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const ITSELF = 'A step cannot be below itself';
const TOO_DEEP = `Steps are nested too deeply: ${ITEM_LEVELS_MAX} levels at most`;
const KEEPS = 'Other steps are below this one: it keeps its parent';

describe('a step below itself is refused', () => {
  test('in one step, and through others of the same request', async () => {
    const [a, b, c] = [newId(), newId(), newId()];
    expect(await issuesOf(record(step(a, a)))).toEqual([`items.0.parentId: ${ITSELF}`]);
    expect(await issuesOf(record(step(a, b), step(b, a)))).toHaveLength(2);
    expect(await issuesOf(record(step(newId()), step(a, b), step(b, c), step(c, a)))).toEqual(
      [1, 2, 3].map((index) => `items.${index}.parentId: ${ITSELF}`),
    );
    expect((await taskItems().doc(a).get()).exists).toBe(false);
  });

  test('through those that are stored', async () => {
    const [a = '', b = '', c = ''] = await recordChain(3);
    for (const parent of [b, c])
      expect(await issuesOf(record(step(a, parent)))).toEqual([`items.0.parentId: ${KEEPS}`]);
    const between = newId();
    expect(await issuesOf(record(step(a, between), step(between, c)))).toEqual([`items.0.parentId: ${KEEPS}`]);
    expect(await issuesOf(record(step(c, c)))).toEqual([`items.0.parentId: ${ITSELF}`]);
  });

  test('as the end of the task', async () => {
    const id = newId();
    const end = (parentId: string) =>
      runner.client.call(agentRoutes.finish, {
        params: { taskId: task.id },
        body: { epoch: task.epoch, status: 'completed', item: { ...step(id, parentId), type: 'completion' } },
      });
    expect(await issuesOf(end(id))).toEqual([`item.parentId: ${ITSELF}`]);
    expect(await issuesOf(end(newId()))).toEqual(['item.parentId: The parent is not an item of this task']);
  });
});

describe('a step', () => {
  test('may be sent again with its parent, without, or with none; and be moved while nothing is below it', async () => {
    const [top = '', below = ''] = await recordChain(2);
    await record(step(below, top));
    await record(step(below));
    await record(step(top, null));
    expect([await levelOf(top), await levelOf(below)]).toEqual([1, 2]);
    const [elsewhere = ''] = await recordChain(1);
    await record(step(below, elsewhere));
    await record(step(below, null));
    expect(await levelOf(below)).toBe(1);
  });

  test('of another task cannot be a parent', async () => {
    const { item } = await stack.newRequest();
    expect(await issuesOf(record(step(newId(), item.id)))).toEqual([
      'items.0.parentId: The parent is not an item of this task',
    ]);
  });

  test.each(['__x__', '..', 'a/b', 'x'.repeat(65)])('is not below %s: no id is like that', async (id) => {
    expect(await issuesOf(record(step(newId(), id)))).toEqual(['items.0.parentId: Invalid id']);
    expect(await issuesOf(record(step(id)))).toEqual(['items.0.id: Invalid id']);
  });
});

describe(`steps may be nested in ${ITEM_LEVELS_MAX} levels`, () => {
  test('and no deeper, sent together or one by one', async () => {
    const ids = await recordChain(ITEM_LEVELS_MAX);
    const deepest = ids.at(-1) ?? '';
    expect(await levelOf(deepest)).toBe(ITEM_LEVELS_MAX);
    expect(await issuesOf(record(step(newId(), deepest)))).toEqual([`items.0.parentId: ${TOO_DEEP}`]);
    const [top] = await recordChain(1);
    expect(await issuesOf(recordChain(50, top))).toEqual([`items.49.parentId: ${TOO_DEEP}`]);
    const [moved = ''] = await recordChain(1);
    expect(await issuesOf(record(step(moved, deepest)))).toEqual([`items.0.parentId: ${TOO_DEEP}`]);
  });
});

test('steps that are too large together are refused; one by one they are taken', async () => {
  const large = Array.from({ length: 4 }, newId);
  const piece = { at: 0, text: 'x'.repeat(800_000) };
  for (const id of large) {
    for (let at = 0; at < 3_200_000; at += 800_000) {
      await record({ ...step(id), fileContentPiece: { ...piece, at } });
    }
  }
  expect(await refusal(record(...large.map((id) => step(id))))).toMatchObject({ status: 413, code: 'too_large' });
  for (const id of large) await record({ ...step(id), title: 'Changed' });
});
