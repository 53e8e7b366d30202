import { routes } from '@countersign/contract';
import { invalidField } from '../lib/errors.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { listTaskItems, readTaskItem } from './list-task-items.ts';
import { askForLimits } from './ask-for-limits.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { listProjectTasks, listTasks } from './list-tasks.ts';
import { proposeLimits } from './propose-limits.ts';
import { revokeLimits } from './revoke-limits.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { sendMessage } from './send-message.ts';
import { stopTask } from './stop-task.ts';
import { toTaskReply } from '../replies/task-reply.ts';
import { updateTask } from './update-task.ts';

/** Tasks, their history, and the owner's messages to the agent. */
export function mountTasks(mount: Mount<UserCaller>): void {
  mount(routes.listTasks, (caller, { query }) => listTasks(caller, query ?? {}));
  mount(routes.listProjectTasks, (caller, { params, query }) => listProjectTasks(caller, params.id, query ?? {}));
  mount(routes.postProjectTask, async (caller, { params, body, idempotencyKey }) => {
    if (body.projectId && body.projectId !== params.id)
      throw invalidField('projectId', 'This is not the project of the path');
    return createTask(caller, params.id, body, idempotencyKey);
  });
  mount(routes.getTask, async ({ userId }, { params }) => {
    const { task, project } = await readOwnTask(userId, params.id);
    return toTaskReply(task, project);
  });
  mount(routes.patchTask, (caller, { params, body }) => updateTask(caller, params.id, body));
  mount(routes.deleteTask, (caller, { params }) => deleteTask(caller, params.id));
  mount(routes.postTaskMessage, (caller, { params, body, idempotencyKey }) =>
    sendMessage(caller, params.id, body.text, idempotencyKey),
  );
  mount(routes.postTaskStop, (caller, { params, device }) => stopTask(caller, params.id, device));
  mount(routes.getLimitsProposal, (caller, { params }) => proposeLimits(caller, params.id));
  mount(routes.postTaskLimits, (caller, { params, body }) => askForLimits(caller, params.id, body));
  mount(routes.deleteTaskLimits, (caller, { params }) => revokeLimits(caller, params.id));
  mount(routes.listTaskItems, (caller, { params, query }) => listTaskItems(caller, params.id, query ?? {}));
  mount(routes.getTaskItem, (caller, { params }) => readTaskItem(caller, params.id));
}
