import * as z from 'zod/mini';
import { PRIORITY_DEFAULT, PRIORITY_MAX, PRIORITY_MIN } from '../lib/constants.ts';
import { id, line, modelName, requiredText, text, timestamp } from '../lib/primitives.ts';
import { budget, taskBudget, usage } from './usage.ts';

export const taskStatuses = [
  'pending',
  'awaiting_approval',
  'approved',
  'running',
  'completed',
  'failed',
  'rejected',
] as const;
export const taskStatus = z.enum(taskStatuses);
export type TaskStatus = z.infer<typeof taskStatus>;

/** The statuses that a new task may begin with. */
export const initialTaskStatuses = ['pending', 'awaiting_approval', 'approved', 'running', 'completed'] as const;

/**
 * What may be wrong with the work on a task: its agent is silent, or its model gives trouble; or what takes long: its
 * files, the start of its agent, publishing, a reply of the server.
 */
export const noticeKinds = ['silent', 'model', 'files', 'agent', 'publish', 'server'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const taskNotice = z.object({
  /** One of `noticeKinds`; read as text, so that an older page survives a newer server. */
  kind: z.string(),
  /** For a person: what it is, and what to do. */
  text: z.string(),
  since: timestamp,
});

/** The limits of a task; the card that was approved says what they cover. */
export const taskLimits = z.object({
  /** The card's item. */
  itemId: id,
  steps: z.number(),
  stepsUsed: z.number(),
  until: timestamp,
});
export type TaskLimits = z.infer<typeof taskLimits>;

export const task = z.object({
  id,
  projectId: id,
  parentId: z.nullable(id),
  title: z.string(),
  description: z.nullable(z.string()),
  /** A `taskStatus`; read as text, so that an older page survives a newer server. */
  status: z.string(),
  priority: z.number(),
  containerId: z.nullable(id),
  /** Its owner created it as running or completed: no agent works on it. */
  keptByHand: z.boolean(),
  /** Its owner pressed Stop, and its agent has neither ended nor gone on with a later message. */
  isStopping: z.boolean(),
  /** An agent works on it, asks, or goes on with a decision or with what it has left: its owner can stop it. */
  canStop: z._default(z.boolean(), false),
  /** Rises each time a container takes it up: what an earlier one had begun by then is carried out no more. */
  epoch: z.optional(z.number()),
  /** Its result, once published. */
  branch: z.nullable(z.string()),
  commit: z.nullable(z.string()),
  pullRequestUrl: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  completedAt: z.nullable(timestamp),
  /** What its runner reports as wrong while it works; null for nothing, and while no runner works on it. */
  notice: z.nullable(taskNotice),
  /** What its models have used, over all runs. */
  usage,
  /** Null: its usage is not limited. */
  budget: z.nullable(taskBudget),
  /** Null: each of its steps is asked, except those a rule approves. */
  limits: z.nullable(taskLimits),
  /** The model chosen for this task, by the deployment's name for it; null: its project's. */
  model: z.nullable(z.string()),
  /** `model`: the project's, used for tasks that do not choose one themselves. */
  project: z.optional(z.object({ id, name: z.string(), model: z.optional(z.nullable(z.string())) })),
});
export type Task = z.infer<typeof task>;

const title = line('Title', 200);
const description = z.nullable(text('Description', 20_000));
const priority = z
  .number()
  .check(
    z.gte(PRIORITY_MIN, 'Priority is a number from 0 to 10'),
    z.lte(PRIORITY_MAX, 'Priority is a number from 0 to 10'),
  );

/** A new task: title up to 200 characters, priority 0 to 10 in any steps. */
export const createTask = z.strictObject({
  title,
  description: z.optional(description),
  status: z._default(z.enum(initialTaskStatuses), 'pending'),
  priority: z._default(priority, PRIORITY_DEFAULT),
  projectId: z.optional(id),
  parentId: z.optional(z.nullable(id)),
  containerId: z.optional(z.nullable(id)),
  /** In dollars only where the model has a price. */
  budget: z.optional(z.nullable(budget)),
  model: z.optional(z.nullable(modelName)),
});
export type CreateTask = z.input<typeof createTask>;

/**
 * `status: 'pending'` reopens an ended task, `completed` ends one that is kept by hand; every other status is reached
 * by work (docs/design.md#tasks).
 */
export const updateTask = z
  .strictObject({
    title: z.optional(title),
    description: z.optional(description),
    priority: z.optional(priority),
    status: z.optional(taskStatus),
    parentId: z.optional(z.nullable(id)),
    budget: z.optional(z.nullable(budget)),
    /** One of the models of `GET /api/config`, used from the next start of the agent on. */
    model: z.optional(z.nullable(modelName)),
  })
  .check(z.refine((value) => Object.keys(value).length > 0, 'Nothing to change'));
export type UpdateTask = z.input<typeof updateTask>;

/** Something said to the agent, which receives it at its next turn; never consent. */
export const sendMessage = z.strictObject({ text: requiredText('Message', 10_000) });
export type SendMessage = z.input<typeof sendMessage>;
