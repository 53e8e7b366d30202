import type { RulePattern } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import { findPassing } from '../state/pass-within-limits.ts';
import { prepareItem, type NewItem } from '../task-items/write-item.ts';

const task = { id: 'task', userId: 'ada', projectId: 'engine' };

/** Limits in force, with steps left. */
export const limitsOf = (
  patterns: RulePattern[],
  fields: Partial<NonNullable<TaskDocument['limits']>> = {},
): NonNullable<TaskDocument['limits']> => ({
  itemId: 'card',
  patterns,
  steps: 500,
  stepsUsed: 0,
  until: Timestamp.fromMillis(Date.now() + 60_000),
  ...fields,
});

/** An agent's question, as stored. */
export const questionOf = (fields: Partial<NewItem>) =>
  prepareItem(task, { type: 'tool_call', title: 'A step', needsApproval: true, author: 'agent', ...fields }).header;

/** Whether limits with these patterns let a question pass. */
export const passesWithin = (patterns: RulePattern[], fields: Partial<NewItem>): boolean =>
  findPassing(limitsOf(patterns), [questionOf(fields)], Timestamp.now()).length === 1;
