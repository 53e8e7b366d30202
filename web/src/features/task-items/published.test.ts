import type { TaskItem } from '@countersign/contract';
import { expect, it } from 'vitest';
import { patchOf, publishItemOf } from './published.ts';
import { testTaskItem } from './test-task-item.ts';

it('finds the newest publish request, nested ones too', () => {
  const items = [item('a', 'publish'), { ...item('b', 'execute'), children: [item('c', 'publish')] }, item('d', null)];
  expect(publishItemOf(items)?.id).toBe('c');
  expect(publishItemOf([item('d', 'edit')])).toBeNull();
});

it('names the file of the patch, without folders', () => {
  const publish = { ...item('a', 'publish'), fileContent: 'diff', filePath: 'x/countersign-t.patch' };
  expect(patchOf(publish)).toEqual({ name: 'countersign-t.patch', text: 'diff' });
  expect(patchOf({ ...publish, fileContent: null })).toBeNull();
});

function item(id: string, toolKind: string | null): TaskItem {
  return testTaskItem({ id, type: 'approval_request', title: id, toolKind, isApproved: true });
}
