import * as z from 'zod/mini';
import { route } from './route.ts';
import { taskItem } from '../entities/task-item.ts';
import { heldDecision, undoDecision } from '../entities/undo.ts';

/** The routes of undoing; a part of `routes`, in a file of its own that pages load only where they need it. */

export const listHeldDecisions = route({
  method: 'GET',
  path: '/api/approvals/held',
  summary: 'Your decisions that no agent has received yet, and how long each can still be undone',
  reply: z.array(heldDecision),
});
export const undoTaskItem = route({
  method: 'POST',
  path: '/api/task-items/:id/undo',
  summary: 'Undoes a decision that is still held back: it is undecided again; sent again it changes nothing',
  body: undoDecision,
  reply: taskItem,
});
