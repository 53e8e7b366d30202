import * as z from 'zod/mini';
import { FORM_BYTES_MAX, answerItem } from '../entities/answer.ts';
import { approval, approveItem, rejectItem, taskItem } from '../entities/task-item.ts';
import { publication } from '../entities/task-result.ts';
import { onlyPage } from '../lib/primitives.ts';
import { aboutShownBytes, route } from './route.ts';

export const listApprovals = route({
  method: 'GET',
  path: '/api/approvals',
  summary: 'Requests waiting for your decision, oldest first',
  query: onlyPage,
  reply: z.array(approval),
});
export const getTaskItem = route({
  method: 'GET',
  path: '/api/task-items/:id',
  summary: 'One item with its complete fields',
  reply: taskItem,
});
export const approveTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/approve',
    summary: 'Approves exactly the bytes whose hash is sent as If-Match; once',
    body: approveItem,
    reply: taskItem,
  }),
);
export const rejectTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/reject',
    summary: 'Rejects with a reason, which the agent gets',
    body: rejectItem,
    reply: taskItem,
  }),
);
export const answerTaskItem = aboutShownBytes(
  route({
    method: 'POST',
    path: '/api/task-items/:id/answer',
    summary: 'Answers what the agent asks for, once; the answer is data and approves nothing',
    body: answerItem,
    bodyBytes: 4 * FORM_BYTES_MAX,
    reply: taskItem,
  }),
);
export const postTaskItemPullRequest = route({
  method: 'POST',
  path: '/api/task-items/:id/pull-request',
  summary:
    'Opens the pull request of an approved commit that was pushed without one; sent again it opens no second one',
  reply: publication,
});
