import * as z from 'zod/mini';
import { line } from './primitives.ts';

/** What goes with a published commit, so that somebody without this app can check what was decided (docs/design.md#evidence). */

/** Where signed notes are pushed to, beside the branch. */
export const EVIDENCE_REF = 'refs/notes/countersign';

/** Who countersigned, of an owner who has not chosen a name. */
export const UNNAMED_OWNER = 'the owner of this task';

/** What a publish request says of it, so that it is under the hash: the trailer's name, and where the note goes; null: there is none. */
export const evidenceParameters = z.object({ countersignedBy: z.string(), note: z.nullable(z.string()) });
export type EvidenceParameters = z.infer<typeof evidenceParameters>;

/** The lines at the end of a commit's message. */
export const trailersOf = (taskId: string, countersignedBy: string) =>
  `Countersigned-by: ${countersignedBy}\nCountersign-Task: ${taskId}`;

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse); payload and signatures in base64. */
export const evidenceEnvelope = z.object({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
});
export type EvidenceEnvelope = z.infer<typeof evidenceEnvelope>;

/** Asks for the signed statement over a commit whose publishing was approved. */
export const signEvidence = z.strictObject({
  epoch: z.number(),
  commit: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
});
/** Null where this deployment has no key to sign with. */
export const signedEvidence = z.object({ envelope: z.nullable(evidenceEnvelope) });

/** The public keys that statements are signed with, the newest first: as PEM, and by the name that envelopes call them. */
export const evidenceKeys = z.object({ keys: z.array(z.object({ keyid: z.string(), publicKey: z.string() })) });

/** What an owner lets stand in the commits that they approve. */
export const countersignature = z.object({
  name: z.nullable(z.string()),
  /** Null unless its owner has chosen that it stands there. */
  email: z.nullable(z.string()),
  /** Both together, as the trailer has them. */
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
