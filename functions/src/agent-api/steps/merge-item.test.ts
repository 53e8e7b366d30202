import type { RecordItem } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { taskItemDocument, type TaskItemDocument } from '../../documents/task-item.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { itemHash } from '../../task-items/write-item.ts';
import { mergeItem, newItem } from './merge-item.ts';

const task = { id: 'task', userId: 'user', projectId: 'project', containerId: 'container' } as TaskDocument;
const at = (second: number) => Timestamp.fromMillis(second * 1_000);
const usage = [{ model: 'm', inputTokens: 1, outputTokens: 2, cachedTokens: 0 }];
const asked: RecordItem = {
  id: 'item',
  parentId: 'parent',
  type: 'tool_call',
  title: 'Run the tests',
  toolName: 'shell',
  toolKind: 'execute',
  toolParameters: { command: 'npm test' },
  filePath: 'a.txt',
  enforcement: 'enforced',
  reference: 'call',
  replaces: 'former',
};
/** Fields that a decision, its undoing and closing leave on an item. */
const decided = {
  level: 2,
  isApproved: true,
  rejectionReason: 'Reason',
  answer: '{}',
  grant: 'released',
  grantNonce: 'nonce',
  grantEpoch: 1,
  replacedBy: 'later',
  notifiedAt: at(2),
  edits: { title: 'T' },
  deliveredAt: at(3),
  createdAt: at(1),
  updatedAt: at(4),
  decidedAt: at(4),
  decidedOn: 'Chrome on Android',
  isClosed: true,
  decidedByRule: { id: 'rule', version: 1, name: 'Rule' },
  decidedByLimits: { itemId: 'card', step: 1, steps: 2 },
  approvalEnded: { by: 'rule', name: 'Rule', why: 'revoked' },
  releaseAt: at(5),
  decisionKey: 'key',
  stopsAgent: true,
  rejectedByStop: true,
  undoneKeys: ['undone'],
} satisfies Partial<TaskItemDocument>;

const plain = newItem(task, { id: 'item', type: 'planning', title: '' }, 0, at(0)).header;
/** An item on which every field differs from a bare step's, except its owner's. */
function full(needsApproval: boolean): TaskItemDocument {
  const { header } = newItem(task, { ...asked, needsApproval }, 1, at(1));
  return { ...header, ...decided, usage };
}

/** Names of the fields that differ. */
const changed = (before: TaskItemDocument, after: TaskItemDocument) =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
const names = Object.keys(taskItemDocument.shape) as (keyof TaskItemDocument)[];

describe('of a step that is sent again', () => {
  test('the test knows every field that is stored', () => {
    const same = names.filter((name) => !changed(plain, full(true)).includes(name)).sort();
    expect(same).toEqual(['author', 'containerId', 'id', 'projectId', 'taskId', 'userId']);
  });

  test('a decision stays, with its device, and so does the mark of a closed question', async () => {
    const before = full(true);
    const { id, type, title } = asked;
    const again = await mergeItem(task, before, asked, 1);
    expect(changed(before, again.header)).toEqual(['updatedAt']);
    const result = { id, type, title, toolResponse: { exitCode: 0 }, usage, reference: 'other', parentId: null };
    const after = await mergeItem({ ...task, containerId: 'next' }, before, result, 2);
    expect(changed(before, after.header)).toEqual(['bodies', 'epoch', 'parentId', 'reference', 'updatedAt']);
  });

  test('only fields of the agent’s can change, where it asks nothing', async () => {
    const before = full(false);
    const other: RecordItem = {
      id: 'item',
      parentId: 'another',
      type: 'file_creation',
      title: 'Another',
      content: 'Text',
      toolName: 'edit',
      toolKind: 'edit',
      filePath: 'b.txt',
      enforcement: 'honoured',
      reference: 'another',
      replaces: 'another',
      usage: usage.map((one) => ({ ...one, outputTokens: 9 })),
    };
    const said = ['bodies', 'enforcement', 'epoch', 'filePath', 'parentId', 'reference', 'replaces', 'title'];
    const after = await mergeItem(task, before, other, 2);
    const all = [...said, 'toolKind', 'toolName', 'type', 'updatedAt', 'usage'];
    expect(changed(before, after.header)).toEqual(all);
    const undecided = { ...before, isApproved: null, grant: null };
    const asking = await mergeItem(task, undecided, { ...other, needsApproval: true }, 2);
    expect(changed(undecided, asking.header)).toEqual([...all, 'grant', 'hash', 'needsApproval', 'risk'].sort());
    expect(asking.header).toMatchObject({ grant: 'unused', hash: itemHash({ ...asked, ...other, author: 'agent' }) });
  });
});
