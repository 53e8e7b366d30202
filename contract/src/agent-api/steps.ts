import * as z from 'zod/mini';
import { answer, isElicitation } from '../entities/answer.ts';
import { elicitationParameters } from '../entities/elicitation.ts';
import { json } from '../lib/json.ts';
import { id, nonce, text } from '../lib/primitives.ts';
import { enforcements, grantOutcomes, taskItemType, toolKinds } from '../entities/task-item.ts';
import { tokensByModel } from './usage.ts';

/** The steps that a runner records and asks about, and the decisions it receives (docs/design.md#consent). */

/**
 * One step as the runner records it. Sending its id again updates it, except for what a person is asked or has decided.
 */
export const recordItem = z
  .strictObject({
    id,
    parentId: z.optional(z.nullable(id)),
    type: taskItemType,
    title: text('Title', 500),
    content: z.optional(z.nullable(text('Content', 400_000))),
    toolName: z.optional(z.nullable(text('Tool name', 200))),
    toolKind: z.optional(z.nullable(z.enum(toolKinds))),
    toolParameters: z.optional(json),
    toolResponse: z.optional(json),
    chatResponse: z.optional(z.nullable(text('Answer', 400_000))),
    filePath: z.optional(z.nullable(text('Path', 4_096))),
    fileContent: z.optional(z.nullable(text('File', 800_000))),
    /**
     * A file too large for one request comes in pieces, `at` a character offset each. Resending one changes nothing.
     */
    fileContentPiece: z.optional(
      z.strictObject({ at: z.number().check(z.int(), z.gte(0)), text: text('File', 800_000) }),
    ),
    needsApproval: z.optional(z.boolean()),
    enforcement: z.optional(z.nullable(z.enum(enforcements))),
    /**
     * The open question that this one replaces because its subject has changed; asking this one closes it. In a step that asks nothing: the
     * question that became this step, which the runner refused. It is withdrawn, and the step's output says why.
     */
    replaces: z.optional(id),
    reference: z.optional(z.nullable(text('Reference', 500))),
    /** Tokens that the models used to get to this step, as far as known: a total, which replaces the previous one. */
    usage: z.optional(tokensByModel),
  })
  .check(
    z.refine((item) => !isElicitation(item) || elicitationParameters.safeParse(item.toolParameters).success, {
      error: 'Not a form or an address that can be shown',
      path: ['toolParameters'],
    }),
    z.refine((item) => item.toolKind !== 'limits', {
      error: 'Only the owner can ask for limits',
      path: ['toolKind'],
    }),
    z.refine((item) => item.toolKind !== 'start', {
      error: 'Whether a task starts is asked by the server alone',
      path: ['toolKind'],
    }),
  );
export type RecordItem = z.infer<typeof recordItem>;

/** Up to 50 steps of one claim at once, in their order. */
export const recordItems = z.strictObject({
  epoch: z.number(),
  items: z.array(recordItem).check(z.minLength(1), z.maxLength(50)),
});
export const recordedItems = z.object({ items: z.array(z.object({ id, hash: z.nullable(z.string()) })) });

/** Redeems a grant, once. The same nonce again gets the same reply; another one is refused. */
export const releaseGrant = z.strictObject({
  epoch: z.number(),
  hash: z.string(),
  nonce,
});

/** What became of a redeemed grant. */
export const grantResult = z.strictObject({
  epoch: z.number(),
  /** `told`: it was a rejection, and the agent has been told. Runners from before `not_executed` say `executed`. */
  outcome: z.enum(grantOutcomes),
  toolResponse: z.optional(json),
});

/** A decision as the runner receives it. */
export const decision = z.object({
  itemId: id,
  isApproved: z.boolean(),
  rejectionReason: z.nullable(z.string()),
  hash: z.string(),
  /** A publish request's title and text as the person changed them. */
  edits: z.nullable(z.object({ title: z.optional(z.string()), body: z.optional(z.string()) })),
  /**
   * What the person answered, if an answer was asked for. Left out where the decision is an approval or a rejection.
   */
  answer: z.optional(answer),
  /** True where Stop itself rejected it: its owner has said nothing about it. Left out otherwise. */
  byStop: z.optional(z.boolean()),
});
export type Decision = z.infer<typeof decision>;

/** An item of an earlier run of the same task that a new runner must know about. */
export const openItem = z.object({
  id,
  type: z.string(),
  title: z.string(),
  toolName: z.nullable(z.string()),
  toolKind: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  grant: z.nullable(z.string()),
  isApproved: z.nullable(z.boolean()),
  /**
   * True when the task has ended or was reopened since its decision; of an approval, also when Stop was pressed since;
   * and of what Stop itself rejected. Servers of earlier versions do not say.
   */
  endedSince: z.optional(z.boolean()),
  rejectionReason: z.nullable(z.string()),
  /** The runner's own note of it, e.g. the tool call id. */
  reference: z.nullable(z.string()),
  /** A publish request's title and text as the person changed them. */
  edits: decision.shape.edits,
  answer: decision.shape.answer,
  byStop: decision.shape.byStop,
});
export type OpenItem = z.infer<typeof openItem>;
