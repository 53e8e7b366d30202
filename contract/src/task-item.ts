import * as z from 'zod/mini';
import { answer } from './answer.ts';
import { HOLD_SECONDS_MAX, REJECTION_REASON_MAX } from './constants.ts';
import { id, line, requiredText, text, timestamp } from './primitives.ts';
import { risk } from './risk.ts';
import { usage } from './usage.ts';

export const taskItemTypes = [
  'planning',
  'tool_call',
  'file_creation',
  'approval_request',
  'rejection',
  'completion',
] as const;
export const taskItemType = z.enum(taskItemTypes);
export type TaskItemType = z.infer<typeof taskItemType>;

/** What kind of act a tool call is, in the Agent Client Protocol's words. */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'publish',
  'start',
  'budget',
  'limits',
  'elicitation',
  'other',
] as const;
export type ToolKind = (typeof toolKinds)[number];

/**
 * Who sees to it that what runs is what was approved: `enforced` by the runner itself, or `honoured` by the
 * agent and compared afterwards (docs/design.md#enforced-or-honoured). The card says which.
 */
export const enforcements = ['enforced', 'honoured'] as const;

/**
 * What became of a decision: waiting for the runner, handed out once, done, known to differ from what was approved, or,
 * where it was a rejection, told to the agent.
 */
export const grantStates = ['unused', 'released', 'executed', 'diverged', 'told'] as const;
export type GrantState = (typeof grantStates)[number];

/** Within which limits a step passed: the card that its owner approved, and the how many-th of its steps this was. */
export const passedByLimits = z.object({ itemId: id, step: z.number(), steps: z.number() });

/** One step in a task's history. Long fields are cut at 20 KiB with `truncated`; `GET /api/task-items/{id}` has all. */
export const taskItem = z.object({
  id,
  taskId: id,
  parentId: z.nullable(id),
  type: z.string(),
  title: z.string(),
  content: z.nullable(z.string()),
  toolName: z.nullable(z.string()),
  toolKind: z.nullable(z.string()),
  toolParameters: z.unknown(),
  toolResponse: z.unknown(),
  chatResponse: z.nullable(z.string()),
  filePath: z.nullable(z.string()),
  fileContent: z.nullable(z.string()),
  needsApproval: z.boolean(),
  isApproved: z.nullable(z.boolean()),
  rejectionReason: z.nullable(z.string()),
  /** What a person has answered, where that is what the item asks for; it allows nothing. */
  answer: z.nullable(answer),
  /** Who wrote it. */
  author: z.string(),
  enforcement: z.nullable(z.string()),
  grant: z.nullable(z.string()),
  /** SHA-256 (hex) of the canonical bytes that a decision is about; null where none is asked for. */
  hash: z.nullable(z.string()),
  /** The question that took this one's place while it was open: this one was closed, and cannot be decided. */
  replacedBy: z.nullable(id),
  /** The question that this one took the place of. */
  replaces: z.nullable(id),
  /** Null where no approval is asked for, and for what was stored before the server judged. */
  risk: z.nullable(risk),
  /** What the models used that led to this step; null where nothing is known of it. */
  usage: z.nullable(usage),
  truncated: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  /** The rule of its owner's that approved it; absent where a person decided, or nobody has yet. */
  decidedByRule: z.optional(z.object({ id, version: z.number(), name: z.string() })),
  /** The limits of its task that let it pass; absent like the rule. */
  decidedByLimits: z.optional(passedByLimits),
  /** Until then the agent hears nothing of the decision, and its owner may undo it; null where it was told at once. */
  releaseAt: z.nullable(timestamp),
  get children() {
    return z.optional(z.array(taskItem));
  },
});
export type TaskItem = z.infer<typeof taskItem>;

/** An undecided item as listed for review. */
export const approval = z.object({
  id,
  title: z.string(),
  content: z.nullable(z.string()),
  type: z.string(),
  toolName: z.nullable(z.string()),
  toolKind: z.nullable(z.string()),
  toolParameters: z.unknown(),
  filePath: z.nullable(z.string()),
  fileContent: z.nullable(z.string()),
  enforcement: z.nullable(z.string()),
  hash: z.string(),
  risk: z.nullable(risk),
  truncated: z.boolean(),
  createdAt: timestamp,
  submittedAt: timestamp,
  task: z.object({ id, title: z.string(), project: z.object({ id, name: z.string() }) }),
});
export type Approval = z.infer<typeof approval>;

/**
 * Keeps a decision from its agent for so many seconds, by the server's clock, in which it may be undone. `key` is the caller's own name of
 * the decision: sent again after it was undone, it decides nothing.
 */
export const decisionHold = z.strictObject({
  seconds: z.int().check(z.gte(0), z.lte(HOLD_SECONDS_MAX)),
  key: id,
});
export type DecisionHold = z.infer<typeof decisionHold>;

/**
 * Approving takes an empty body. A publish request may carry the pull request's title and text as the person
 * wants them; the commit stays the one that was shown.
 */
export const approveItem = z.strictObject({
  edits: z.optional(z.strictObject({ title: z.optional(line('Title', 200)), body: z.optional(text('Text', 20_000)) })),
  hold: z.optional(decisionHold),
});
export type ApproveItem = z.input<typeof approveItem>;

/** What is added to the reason of a rejection after which nothing else is to be tried; the agent is told it as it stands. */
export const NO_OTHER_WAY = 'Do not try to do this in another way.';

/**
 * A rejection needs a reason that is not blank, up to 2,000 characters. `noOtherWay` adds `NO_OTHER_WAY` to it; `stop` ends the agent's
 * turn with it, as Stop does, and is never held.
 */
export const rejectItem = z.strictObject({
  reason: requiredText('Reason', REJECTION_REASON_MAX).check(z.trim()),
  stop: z.optional(z.boolean()),
  noOtherWay: z.optional(z.boolean()),
  hold: z.optional(decisionHold),
});
export type RejectItem = z.input<typeof rejectItem>;

/** The reason as the agent is told it. */
export const toldReason = ({ reason, noOtherWay }: Pick<RejectItem, 'reason' | 'noOtherWay'>) =>
  noOtherWay ? `${reason}\n\n${NO_OTHER_WAY}` : reason;
