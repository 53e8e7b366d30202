import * as z from 'zod/mini';
import { line } from '../lib/primitives.ts';

/** What goes with a published commit, so that somebody without this app can check what was decided (docs/design.md#evidence). */

/** The ref that signed notes are pushed to, beside the branch. */
export const EVIDENCE_REF = 'refs/notes/countersign';

/** Stands for an owner who has not chosen a name. */
export const UNNAMED_OWNER = 'the owner of this task';

/**
 * Part of a publish request, and so of its hash: the name in the trailer, and where the note goes; null: there is none.
 */
export const evidenceParameters = z.object({ countersignedBy: z.string(), note: z.nullable(z.string()) });
export type EvidenceParameters = z.infer<typeof evidenceParameters>;

/** The lines at the end of a commit's message. */
export const trailersOf = (taskId: string, countersignedBy: string) =>
  `Countersigned-by: ${countersignedBy}\nCountersign-Task: ${taskId}`;

/** The name in these lines, at the end of a commit's message; null if they are missing. */
export const countersignerIn = (message: string) =>
  /\nCountersigned-by: (.+)\nCountersign-Task: \S+\s*$/.exec(message)?.[1] ?? null;

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse); payload and signatures in base64. */
export const evidenceEnvelope = z.object({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
});
export type EvidenceEnvelope = z.infer<typeof evidenceEnvelope>;

/** Asks for the signed statement about a commit whose publishing was approved. */
export const signEvidence = z.strictObject({
  epoch: z.number(),
  commit: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
});
/** Null where this deployment has no key to sign with. */
export const signedEvidence = z.object({ envelope: z.nullable(evidenceEnvelope) });

/** The public keys of statements, newest first: as PEM, with the key ids that envelopes use. */
export const evidenceKeys = z.object({ keys: z.array(z.object({ keyid: z.string(), publicKey: z.string() })) });

/** What an owner allows in the commits that they approve. */
export const countersignature = z.object({
  name: z.nullable(z.string()),
  /** Null unless its owner chose to show it. */
  email: z.nullable(z.string()),
  /** Both together, as they appear in the trailer. */
  countersignedBy: z.string(),
});
export type Countersignature = z.infer<typeof countersignature>;

/** `withEmail` takes the account's address as it is now; it must be verified. */
export const setCountersignature = z.strictObject({
  name: z.nullable(
    line('Name', 100).check(z.refine((name: string) => !/[<>]/.test(name), 'Name cannot contain < or >')),
  ),
  withEmail: z.boolean(),
});
export type SetCountersignature = z.input<typeof setCountersignature>;
