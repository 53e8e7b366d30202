import type { TaskItem } from '@countersign/contract';

/** A step for tests: empty but for the given fields. */
export function testTaskItem(fields: Partial<TaskItem>): TaskItem {
  return {
    id: 'i',
    taskId: 't',
    parentId: null,
    type: 'tool_call',
    title: 'Step',
    content: null,
    toolName: null,
    toolKind: null,
    toolParameters: null,
    toolResponse: null,
    chatResponse: null,
    filePath: null,
    fileContent: null,
    needsApproval: true,
    isApproved: null,
    rejectionReason: null,
    answer: null,
    author: 'agent',
    enforcement: null,
    grant: null,
    hash: null,
    usage: null,
    replacedBy: null,
    replaces: null,
    risk: null,
    truncated: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    decidedAt: null,
    releaseAt: null,
    ...fields,
  };
}
