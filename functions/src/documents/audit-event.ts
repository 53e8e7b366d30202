import * as z from 'zod';
import { time } from './time.ts';

/** Who did what to which thing; appended, never changed. Holds no content and no secret. */
export const auditEventDocument = z.object({
  id: z.string(),
  userId: z.string(),
  actor: z.enum(['owner', 'agent', 'system']),
  action: z.string(),
  subjectId: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  createdAt: time,
  /** What is recorded of a task, a link in its chain: its place from 1 on, the hash of the one before, and its own over both and all that it tells. */
  chain: z
    .object({ taskId: z.string(), number: z.number(), previous: z.string().nullable(), hash: z.string() })
    .nullable()
    .default(null),
});
export type AuditEventDocument = z.infer<typeof auditEventDocument>;
