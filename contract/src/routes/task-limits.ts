import { route } from './route.ts';
import { taskItem } from '../entities/task-item.ts';
import { limits, limitsProposal } from '../entities/task-limits.ts';

/** The routes of a task's limits; a part of `routes`, in a file of its own that pages load only where they need it. */

export const getLimitsProposal = route({
  method: 'GET',
  path: '/api/tasks/:id/limits-proposal',
  summary: 'Limits for a task, as the latest requests of its project suggest them; stores nothing',
  reply: limitsProposal,
});
export const postTaskLimits = route({
  method: 'POST',
  path: '/api/tasks/:id/limits',
  summary:
    'Asks you to approve limits for a task: creates their card, replacing an open one. They let nothing pass until you approve it; limits in force stay so until then',
  body: limits,
  reply: taskItem,
  status: 201,
});
export const deleteTaskLimits = route({
  method: 'DELETE',
  path: '/api/tasks/:id/limits',
  summary:
    'Revokes the limits of a task at once: from then on whatever its agent asks waits for you, unless a rule covers it',
});
