import { enforcements, grantStates, riskLevels, taskItemType, toolKinds } from '@countersign/contract';
import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

/** The long fields. They are stored as canonical JSON, because Firestore allows neither 1 MiB nor nested arrays. */
export const bodyFields = ['content', 'toolParameters', 'toolResponse', 'chatResponse', 'fileContent'] as const;
export type BodyField = (typeof bodyFields)[number];

/**
 * One long field in the header: either complete (`chunks` 0, `text` is its canonical JSON), or its beginning as plain
 * text, with the whole in `chunks` documents of the subcollection `bodies`.
 */
const bodyHeader = z.object({ text: z.string(), size: z.number(), chunks: z.number() });
export type BodyHeader = z.infer<typeof bodyHeader>;

/** The risk as judged when the request was stored; see `Risk` in the contract. */
const riskDocument = z.object({
  level: z.enum(riskLevels),
  judged: z.boolean(),
  reasons: z.array(
    z.object({
      level: z.enum(riskLevels),
      text: z.string(),
      spans: z.array(z.object({ from: z.number(), to: z.number() })),
    }),
  ),
  engine: z.number(),
});

/** One step of a task: the header that lists read. */
export const taskItemDocument = z.object({
  id: z.string(),
  userId: z.string(),
  projectId: z.string(),
  taskId: z.string(),
  containerId: z.string().nullable(),
  parentId: z.string().nullable(),
  /** 1 for an item without a parent. */
  level: z.number().default(1),
  type: taskItemType,
  title: z.string(),
  bodies: z.partialRecord(z.enum(bodyFields), bodyHeader),
  toolName: z.string().nullable(),
  toolKind: z.enum(toolKinds).nullable(),
  filePath: z.string().nullable(),
  needsApproval: z.boolean(),
  isApproved: z.boolean().nullable(),
  rejectionReason: z.string().nullable(),
  /** Canonical JSON of the person's answer; null where there is none. */
  answer: z.string().nullable().default(null),
  author: z.enum(['owner', 'agent', 'system']),
  enforcement: z.enum(enforcements).nullable(),
  grant: z.enum(grantStates).nullable(),
  /** The runner's nonce that redeemed the grant. */
  grantNonce: z.string().nullable(),
  /** The task's epoch in which that was; null where it was not, and for grants redeemed before this was stored. */
  grantEpoch: z.number().nullable().default(null),
  /** SHA-256 of the canonical bytes; null where no approval is asked for. */
  hash: z.string().nullable(),
  /** Not part of the hash. Null where no approval is asked for, and for requests stored before risks were judged. */
  risk: riskDocument.nullable().default(null),
  /** What the models used to get to this step; null where that is not known. */
  usage: modelTokensDocument.nullable().default(null),
  /** The later question about the same step, which has closed this one; and the earlier one that this one has closed. */
  replacedBy: z.string().nullable().default(null),
  replaces: z.string().nullable().default(null),
  /** When a device was notified of it; the decision replaces that notification. */
  notifiedAt: time.nullable().default(null),
  /** The runner's own note, e.g. a tool call id. */
  reference: z.string().nullable(),
  /** Title and text of a pull request as the person changed them when approving. */
  edits: z.object({ title: z.string().optional(), body: z.string().optional() }).nullable(),
  /** The epoch of the claim that wrote it; 0 for what the owner or the server wrote. */
  epoch: z.number(),
  /** For a message to the agent: when the agent received it. */
  deliveredAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  decidedAt: time.nullable(),
  /** The browser it was decided in, e.g. "Chrome on Android"; null where that is unknown. */
  decidedOn: z.string().nullable().default(null),
  /** True where its rejection also stopped the agent: repeating that rejection does not stop it again. */
  stopsAgent: z.boolean().default(false),
  /** True where Stop itself rejected it: its owner has said nothing about it, and the same may be asked again. */
  rejectedByStop: z.boolean().default(false),
  /** True for a question that was closed, without a decision, because it is no longer asked. */
  isClosed: z.boolean().default(false),
  /** The owner's rule that approved it; null where a person decided, or nobody has. */
  decidedByRule: z.object({ id: z.string(), version: z.number(), name: z.string() }).nullable().default(null),
  /** The limits that let it pass: the card they were approved on, and which of their steps this is. */
  decidedByLimits: z.object({ itemId: z.string(), step: z.number(), steps: z.number() }).nullable().default(null),
  /** The rule or limits that had approved it and held no more when its agent redeemed that: it was asked after all. */
  approvalEnded: z
    .object({
      by: z.enum(['rule', 'limits']),
      name: z.string().nullable(),
      why: z.enum(['revoked', 'changed', 'expired']),
      /** Since when a person is asked; absent from items of earlier versions. */
      at: time.optional(),
    })
    .nullable()
    .default(null),
  /** Until then the decision is held back from the agent and may be undone; null where it was not held. */
  releaseAt: time.nullable().default(null),
  /** The deciding page's own key for this decision, and the keys of those that were undone. */
  decisionKey: z.string().nullable().default(null),
  undoneKeys: z.array(z.string()).default([]),
});
export type TaskItemDocument = z.infer<typeof taskItemDocument>;

/** A piece of a long field. */
export const taskItemBodyDocument = z.object({
  id: z.string(),
  userId: z.string(),
  field: z.enum(bodyFields),
  index: z.number(),
  text: z.string(),
});
export type TaskItemBodyDocument = z.infer<typeof taskItemBodyDocument>;
