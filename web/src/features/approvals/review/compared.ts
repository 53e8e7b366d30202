import type { Approval } from '@countersign/contract';
import { describeContent, type ItemSubject } from '../../../entities/task-item/content/describe-content.ts';

/** What can be compared: commands, and files that are written whole. An edit is a comparison itself. */
export function comparedOf(subject: ItemSubject): { name: string; text: string } | null {
  if (subject.kind === 'command') return { name: 'Command', text: subject.command };
  return subject.kind === 'file' ? { name: subject.path, text: subject.code } : null;
}

/**
 * Whether the server may compare one request with the other: the same file of a project, or the same program. It looks
 * more closely (functions/src/approvals/read-precedent.ts); asking it once too often does no harm.
 */
export function isComparedWith(one: Approval, other: Approval): boolean {
  const shape = shapeOf(one);
  return shape !== null && one.task.project.id === other.task.project.id && shape === shapeOf(other);
}

function shapeOf(approval: Approval): string | null {
  if (approval.filePath !== null) return `file ${approval.filePath}`;
  const subject = describeContent(approval);
  return subject.kind === 'command' ? `command ${subject.command.trim().split(/\s+/, 1)[0]}` : null;
}
