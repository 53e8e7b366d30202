import { pushEvents, pushOutcomes } from '@countersign/contract';
import * as z from 'zod';
import { time } from './time.ts';

/** The steps of the ladder on which an owner is notified of a request. */
const rungs = ['first', 'again', 'backup'] as const;
export type Rung = (typeof rungs)[number];

/** One notification to one device. Only that device knows its id; no title is stored here. */
export const pushDocument = z.object({
  id: z.string(),
  userId: z.string(),
  deviceId: z.string(),
  projectId: z.string().nullable(),
  event: z.enum(pushEvents),
  /** The item or task that it is about; for a test, the device itself. */
  subjectId: z.string(),
  rung: z.enum(rungs),
  /** `queued` until it is sent. */
  outcome: z.enum(['queued', ...pushOutcomes]),
  /** Why it failed, for a person. */
  detail: z.string().nullable(),
  /** How often it was sent. */
  tries: z.number(),
  createdAt: time,
  updatedAt: time,
});
export type PushDocument = z.infer<typeof pushDocument>;
