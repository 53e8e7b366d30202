import { budgetUnits, noticeKinds, rulePattern, taskStatus } from '@countersign/contract';
import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

/** The object of a task's last checkpoint. */
const checkpointDocument = z.object({ object: z.string(), size: z.number(), sha256: z.string() });

export const taskDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string(),
  parentId: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  status: taskStatus,
  priority: z.number(),
  containerId: z.string().nullable(),
  /** Created as running or completed by its owner: never leased, never swept. */
  keptByHand: z.boolean(),
  /** Rises with each claim and fences every write of an agent. */
  epoch: z.number(),
  leaseUntil: time.nullable(),
  leaseContainerId: z.string().nullable(),
  /** The container whose runner waits for a decision about this task, or waited when it exited. */
  parkedContainerId: z.string().nullable(),
  undecidedCount: z.number(),
  /** How many questions its agent has asked, whatever became of them. */
  askedCount: z.number().default(0),
  /** Items rejected since the task was parked; if there are none, it becomes approved. */
  rejectedSincePark: z.number(),
  /** Until then one of its decisions may be undone, and no agent goes on with it. */
  heldUntil: time.nullable().default(null),
  stopRequestedAt: time.nullable(),
  /** When its last Stop was pressed, or heeded by an agent that goes on: what was approved before counts no more. */
  stoppedAt: time.nullable().default(null),
  /**
   * When its owner last reopened it, also with a message at its end, and its epoch then: nothing that was decided before
   * counts any more.
   */
  reopened: z.object({ at: time, epoch: z.number() }).nullable().default(null),
  checkpoint: checkpointDocument.nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  pullRequestUrl: z.string().nullable(),
  /** Pushed commits that their branches no longer had at its last end, which was in this epoch. */
  gone: z.array(z.object({ commit: z.string(), text: z.string(), epoch: z.number() })).default([]),
  /** Milliseconds it was `running`, and `awaiting_approval`, up to `statusSince`. */
  workedMs: z.number().default(0),
  waitedMs: z.number().default(0),
  statusSince: time.nullable().default(null),
  /** What its runner reports as wrong; cleared with each change of the status. */
  notice: z
    .object({ kind: z.enum(noticeKinds), text: z.string(), since: time })
    .nullable()
    .default(null),
  /** What its models have used, over all runs. */
  usage: modelTokensDocument.default([]),
  /** The part of it that the last reporting execution has reported, so that a repeated report counts once. */
  counted: z
    .object({ containerId: z.string(), epoch: z.number(), models: modelTokensDocument })
    .nullable()
    .default(null),
  /** How much it may use, and what was approved on top of that. */
  budget: z
    .object({ amount: z.number(), unit: z.enum(budgetUnits) })
    .nullable()
    .default(null),
  granted: z.number().default(0),
  /** When its owner last changed the budget: what was approved before counts no more. */
  budgetSince: time.nullable().default(null),
  /** The last link of its audit trail's chain; null before the first. */
  auditHead: z.object({ number: z.number(), hash: z.string() }).nullable().default(null),
  /** What its agent may do without asking, as approved on the card `itemId`. Cleared when the task ends. */
  limits: z
    .object({
      itemId: z.string(),
      patterns: z.array(rulePattern),
      steps: z.number(),
      stepsUsed: z.number(),
      until: time,
    })
    .nullable()
    .default(null),
  /** The model chosen for this task; null: its project's. */
  model: z.string().nullable().default(null),
  createdAt: time,
  updatedAt: time,
  completedAt: time.nullable(),
});
export type TaskDocument = z.infer<typeof taskDocument>;

/**
 * True while a task has an agent that Stop can reach: one that works, asks, or has left and goes on with a decision. A
 * task whose start is not approved, or that nobody has taken up yet, has none. Nor has one that its owner keeps by hand.
 */
export function isAtWork({
  status,
  keptByHand,
  parkedContainerId,
}: Pick<TaskDocument, 'status' | 'keptByHand' | 'parkedContainerId'>): boolean {
  if (status === 'running') return !keptByHand;
  return parkedContainerId !== null && ['awaiting_approval', 'approved', 'rejected'].includes(status);
}

/**
 * True while no agent works on a task that one has begun: it was left before its end, as when its container was paused, or
 * it was reopened. Its next agent would first act on what the last one had redeemed.
 */
export const isLeft = ({ status, epoch, keptByHand }: Pick<TaskDocument, 'status' | 'epoch' | 'keptByHand'>): boolean =>
  status === 'pending' && epoch > 0 && !keptByHand;
