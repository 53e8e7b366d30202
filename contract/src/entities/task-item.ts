import * as z from 'zod/mini';
import { answer } from './answer.ts';
import { HOLD_SECONDS_MAX, REJECTION_REASON_MAX } from '../lib/constants.ts';
import { id, line, requiredText, text, timestamp } from '../lib/primitives.ts';
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
 * Who makes sure that what runs is what was approved: `enforced` by the runner itself, or `honoured` by the agent and
 * compared afterwards (docs/design.md#enforced-or-honoured). The card says which.
 */
export const enforcements = ['enforced', 'honoured'] as const;

/**
 * What came of a redeemed decision: executed, approved but not carried out, known to differ from what was approved, or,
 * for a rejection, told to the agent.
 */
export const grantOutcomes = ['executed', 'not_executed', 'diverged', 'told'] as const;
export type GrantOutcome = (typeof grantOutcomes)[number];

/** What became of a decision: not redeemed yet, redeemed once, or what came of it. */
export const grantStates = ['unused', 'released', ...grantOutcomes] as const;
export type GrantState = (typeof grantStates)[number];

/** The limits within which a step passed: the card its owner approved, and this step's number of those allowed. */
export const passedByLimits = z.object({ itemId: id, step: z.number(), steps: z.number() });

/**
 * What had approved a step, and why that no longer held when the agent was to receive it: its owner is asked after all.
 * `name` is the rule's; limits have none. `changed` of limits: others took their place.
 */
export const approvalEnded = z.object({
  by: z.enum(['rule', 'limits']),
  name: z.nullable(z.string()),
  why: z.enum(['revoked', 'changed', 'expired']),
});
export type ApprovalEnded = z.infer<typeof approvalEnded>;

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
  /** What a person has answered, if the item asks for that; it allows nothing. */
  answer: z.nullable(answer),
  /** Who wrote it. */
  author: z.string(),
  enforcement: z.nullable(z.string()),
  grant: z.nullable(z.string()),
  /** The task's `epoch` in which it was redeemed; absent where that is not known, or it was not. */
  grantEpoch: z.optional(z.number()),
  /** SHA-256 (hex) of the canonical bytes that a decision is about; null where none is asked for. */
  hash: z.nullable(z.string()),
  /** The question that replaced this one while it was open: this one was closed, and cannot be decided. */
  replacedBy: z.nullable(id),
  /** True for a question that is no longer asked and was closed undecided: `isApproved` is then nobody's rejection. */
  isClosed: z.optional(z.boolean()),
  /** The question that this one replaced. */
  replaces: z.nullable(id),
  /** Null where no approval is asked for, and for items stored before the server judged risks. */
  risk: z.nullable(risk),
  /** What the models used to get to this step; null where that is not known. */
  usage: z.nullable(usage),
  truncated: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  /** The owner's rule that approved it; absent where a person decided, or nobody has yet. */
  decidedByRule: z.optional(z.object({ id, version: z.number(), name: z.string() })),
  /** The task limits that let it pass; absent like the rule. */
  decidedByLimits: z.optional(passedByLimits),
  /** A rule or limits had approved it, and no longer held when the agent was to receive that. */
  approvalEnded: z.optional(approvalEnded),
  /** Until then the agent is not told the decision, and the owner may undo it; null where it was not held back. */
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
  /** As on the item. */
  approvalEnded: z.optional(approvalEnded),
  task: z.object({ id, title: z.string(), project: z.object({ id, name: z.string() }) }),
});
export type Approval = z.infer<typeof approval>;

/**
 * Holds a decision back from its agent for `seconds`, by the server's clock, so that it may be undone. `key` is the
 * caller's own name for the decision: if it is sent again after an undo, it decides nothing.
 */
export const decisionHold = z.strictObject({
  seconds: z.int().check(z.gte(0), z.lte(HOLD_SECONDS_MAX)),
  key: id,
});
export type DecisionHold = z.infer<typeof decisionHold>;

/**
 * Approving takes an empty body. A publish request may carry the pull request's title and text as the person wants
 * them; the commit stays the one that was shown.
 */
export const approveItem = z.strictObject({
  edits: z.optional(z.strictObject({ title: z.optional(line('Title', 200)), body: z.optional(text('Text', 20_000)) })),
  hold: z.optional(decisionHold),
});
export type ApproveItem = z.input<typeof approveItem>;

/** Added to the reason of a rejection that rules out other ways as well; the agent receives it word for word. */
export const NO_OTHER_WAY = 'Do not try to do this in another way.';

/**
 * A rejection needs a reason that is not blank, up to 2,000 characters. `noOtherWay` adds `NO_OTHER_WAY` to it; `stop`
 * also ends the agent's turn, as Stop does, and such a rejection is never held.
 */
export const rejectItem = z.strictObject({
  reason: requiredText('Reason', REJECTION_REASON_MAX).check(z.trim()),
  stop: z.optional(z.boolean()),
  noOtherWay: z.optional(z.boolean()),
  hold: z.optional(decisionHold),
});
export type RejectItem = z.input<typeof rejectItem>;

/** The reason as the agent receives it. */
export const toldReason = ({ reason, noOtherWay }: Pick<RejectItem, 'reason' | 'noOtherWay'>) =>
  noOtherWay ? `${reason}\n\n${NO_OTHER_WAY}` : reason;
