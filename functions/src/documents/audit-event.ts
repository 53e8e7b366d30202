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
  /**
   * For an event of a task, its link in the task's chain: its number from 1, the previous link's hash, and a hash of it
   * all.
   */
  chain: z
    .object({ taskId: z.string(), number: z.number(), previous: z.string().nullable(), hash: z.string() })
    .nullable()
    .default(null),
});
export type AuditEventDocument = z.infer<typeof auditEventDocument>;
