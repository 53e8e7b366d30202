import { routes } from '@countersign/contract';
import { Query, Timestamp } from 'firebase-admin/firestore';
import { expect, test, vi } from 'vitest';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { taskItems } from '../store/firestore.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { formRequest, newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36';
const from = { 'User-Agent': ANDROID };

const titles = async (owner: TestOwner, query: Record<string, unknown> = {}) =>
  (await owner.client.call(routes.listDecisions, { query })).map(({ title }) => title);

test('shows who decided what, how, where and after how long; open and closed questions are no decisions', async () => {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const [tests, file, form] = [request(), request({ title: 'Write', filePath: 'src/a.ts' }), formRequest()];
  const [hash] = await runner.record(task, tests, file, form, request({ title: 'Asked no more' }));
  const { client } = owner;
  await client.call(routes.approveTaskItem, { params: { id: tests.id }, body: {}, headers: from, ifMatch: null });
  await client.call(routes.rejectTaskItem, { params: { id: file.id }, body: { reason: 'Not here' }, ifMatch: null });
  await client.call(routes.answerTaskItem, {
    params: { id: form.id },
    body: { answer: { colour: 'blue' } },
    ifMatch: null,
  });
  await client.call(routes.postTaskStop, { params: { id: task.id }, headers: from });

  const decisions = await client.call(routes.listDecisions);
  expect(decisions.map(({ title, outcome, device }) => [title, outcome, device])).toEqual([
    ['Asked no more', 'rejected', 'Chrome on Android'],
    ['Which colour?', 'answered', null],
    ['Write', 'rejected', null],
    ['Run the tests', 'approved', 'Chrome on Android'],
  ]);
  expect(await titles(owner, { q: 'A.TS' }), 'path').toEqual(['Write']);
  expect(await titles(owner, { q: ' not HERE ' }), 'reason').toEqual(['Write']);
  expect(await titles(owner, { q: 'elicit' }), 'tool').toEqual(['Which colour?']);
  expect(await titles(owner, { q: 'shell', outcome: 'approved' }), 'tool').toEqual(['Run the tests']);
  expect(await titles(owner, { q: 'blue' }), 'nothing of these').toEqual([]);
  expect(await titles(owner, { q: 'A TASK', outcome: 'rejected' }), 'its task').toEqual(['Asked no more', 'Write']);
  const [, , rejected, approved] = decisions;
  expect(rejected).toMatchObject({ rejectionReason: 'Not here', filePath: 'src/a.ts' });
  expect(approved).toMatchObject({ id: tests.id, hash, how: 'hand', who: expect.stringContaining('@') });
  expect(approved?.task).toEqual({ id: task.id, title: 'A task', project: { id: owner.projectId, name: 'Project' } });
  expect(approved?.waitedSeconds).toBeGreaterThan(0);
  await taskItems().doc(file.id).update({ isClosed: true });
  await taskItems().doc(form.id).update({ replacedBy: tests.id });
  expect(await titles(owner)).toEqual(['Asked no more', 'Run the tests']);
  expect(await client.call(routes.getDecisionSummary)).toMatchObject({ approved: 1, rejected: 1, answered: 0 });
});

/** An owner with `count` decisions, a minute apart, the latest first. */
async function withDecisions(count: number) {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner);
  const item = (index: number) => {
    const asked = { title: `Step ${index}`, type: 'tool_call', needsApproval: true, author: 'agent' } as const;
    const { header } = prepareItem({ ...owner, id }, asked, at(index));
    return { ...header, isApproved: index % 10 !== 0, decidedAt: at(index), id: newId() };
  };
  const now = Date.now();
  const at = (index: number) => Timestamp.fromMillis(now - index * 60_000);
  for (let first = 0; first < count; first += 400) {
    await commit((writer) => {
      for (let index = first; index < Math.min(first + 400, count); index += 1)
        createItem(writer, { header: item(index), chunks: [] });
    });
  }
  return owner;
}

test('is read page by page, and narrowed by filters', async () => {
  const owner = await withDecisions(30);
  const pages: string[][] = [];
  for (let cursor: string | undefined | null; cursor !== null;) {
    const query = { limit: 10, ...(cursor && { cursor }) };
    const { reply, headers } = await owner.client.callFully(routes.listDecisions, { query });
    pages.push(reply.map(({ title }) => title));
    cursor = headers.get('X-Next-Cursor');
  }
  expect(pages.map((page) => page.length)).toEqual([10, 10, 10]);
  expect(pages.flat()).toEqual(Array.from({ length: 30 }, (_, index) => `Step ${index}`));
  expect(await titles(owner, { outcome: 'rejected' })).toEqual(['Step 0', 'Step 10', 'Step 20']);
  expect(await titles(owner, { q: 'STEP 2', outcome: 'rejected' })).toEqual(['Step 20']);
  expect(await titles(owner, { risk: 'unknown', limit: 1 })).toEqual(['Step 0']);
  expect(await titles(owner, { risk: 'low' })).toEqual([]);
  expect(await titles(owner, { type: 'file_creation' })).toEqual([]);
  expect(await titles(owner, { days: 1, projectId: owner.projectId })).toHaveLength(30);
  expect(await titles(owner, { projectId: newId() })).toEqual([]);
  expect(await titles(await stack.newOwner(), { projectId: owner.projectId }), "somebody else's").toEqual([]);
  const wrong = owner.client.call(routes.listDecisions, { query: { cursor: 'x' } });
  expect(await refusal(wrong)).toMatchObject({ status: 400 });
});

test('a page takes few queries, however many closed questions there are in a row', async () => {
  const owner = await withDecisions(402);
  const all = await taskItems().where('userId', '==', owner.userId).get();
  const closed = all.docs.filter((doc) => !['Step 0', 'Step 401'].includes(doc.data().title));
  await commit((writer) => closed.forEach(({ ref }) => writer.update(ref, { isClosed: true })));
  const asked = vi.spyOn(Query.prototype, 'get');
  expect(await titles(owner, { limit: 2 })).toEqual(['Step 0', 'Step 401']);
  // Eight reads for the row of closed questions; the others are for the caller and the projects.
  expect(asked.mock.calls.length).toBeLessThan(20);
  asked.mockRestore();
});

test('one call reads a limited number; what a filter rarely matches is found by the next one', async () => {
  const owner = await withDecisions(2_100);
  const query = { q: 'Step 2099' };
  const { reply, headers } = await owner.client.callFully(routes.listDecisions, { query });
  expect(reply).toEqual([]);
  const cursor = headers.get('X-Next-Cursor') ?? '';
  expect(await titles(owner, { ...query, cursor })).toEqual(['Step 2099']);
  const summary = await owner.client.call(routes.getDecisionSummary);
  expect(summary).toMatchObject({
    approved: 900,
    rejected: 100,
    isCut: true,
    medianSeconds: 0,
    waits: [1_000, 0, 0, 0, 0],
  });
});
