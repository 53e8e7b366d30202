import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';

/** Notes in the audit trail that a task's owner stopped it; each time, as pressing it again covers what was said in between. */
export function recordStop(tx: Tx, task: TaskDocument): void {
  recordTaskEvent(tx, task, { actor: 'owner', action: 'task_stopped', subjectId: task.id, detail: {} });
}
