import { enforcements, grantStates, riskLevels, taskItemType, toolKinds } from '@countersign/contract';
import * as z from 'zod';
import { modelTokensDocument } from './model-tokens.ts';
import { time } from './time.ts';

/** The long fields. They are kept as canonical JSON, because Firestore allows neither 1 MiB nor nested arrays. */
export const bodyFields = ['content', 'toolParameters', 'toolResponse', 'chatResponse', 'fileContent'] as const;
export type BodyField = (typeof bodyFields)[number];

/**
 * One long field in the header: complete (`chunks` 0, `text` is its canonical JSON), or its beginning as plain text,
 * with the whole in `chunks` documents of the subcollection `bodies`.
 */
const bodyHeader = z.object({ text: z.string(), size: z.number(), chunks: z.number() });
export type BodyHeader = z.infer<typeof bodyHeader>;

/** How an act was judged when it was stored; see `Risk` in the contract. */
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
  /** 1 for what is below no other item. */
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
  /** Canonical JSON of what a person has answered; null where nothing was. */
  answer: z.string().nullable().default(null),
  author: z.enum(['owner', 'agent', 'system']),
  enforcement: z.enum(enforcements).nullable(),
  grant: z.enum(grantStates).nullable(),
  /** The runner's nonce that took the consent out. */
  grantNonce: z.string().nullable(),
  /** SHA-256 of the canonical bytes; null where no approval is asked for. */
  hash: z.string().nullable(),
  /** No part of the hash. Null where no approval is asked for, and for what was stored before it was judged. */
  risk: riskDocument.nullable().default(null),
  /** What the models used that led to it; null where nothing is known of it. */
  usage: modelTokensDocument.nullable().default(null),
  /** Of two questions about one step the later, and the earlier, which was closed when the later was asked. */
  replacedBy: z.string().nullable().default(null),
  replaces: z.string().nullable().default(null),
  /** When a device was notified of it; what was told is replaced by the decision. */
  notifiedAt: time.nullable().default(null),
  /** The runner's own note, e.g. a tool call id. */
  reference: z.string().nullable(),
  /** Title and text of a pull request as the person changed them when approving. */
  edits: z.object({ title: z.string().optional(), body: z.string().optional() }).nullable(),
  /** The claim that wrote it; 0 for what the owner or the server wrote. */
  epoch: z.number(),
  /** A message to the agent: when it reached the agent. */
  deliveredAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  decidedAt: time.nullable(),
  /** The browser it was decided in, e.g. "Chrome on Android"; null where that was not told. */
  decidedOn: z.string().nullable().default(null),
  /** True where it was rejected, and its agent to be stopped with it: the same again stops nothing anew. */
  stopsAgent: z.boolean().default(false),
  /** True where nobody decided: the question was closed because nobody asks it any more. */
  isClosed: z.boolean().default(false),
  /** The rule of the owner's that approved it; null where a person decided, or nobody has. */
  decidedByRule: z.object({ id: z.string(), version: z.number(), name: z.string() }).nullable().default(null),
  /** The limits that let it pass, by the card they were approved on, and which of their steps it is. */
  decidedByLimits: z.object({ itemId: z.string(), step: z.number(), steps: z.number() }).nullable().default(null),
  /** Until then no agent hears of the decision, and it may be undone; null where it was told at once. */
  releaseAt: time.nullable().default(null),
  /** What the page that decided calls its decision, and those that were undone. */
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
