import { deviceKinds, deviceRoles, pushEvents, pushOutcomes } from '@countersign/contract';
import * as z from 'zod';
import { time } from './time.ts';

/** Where its owner is notified. The subscription, or a webhook's address, is stored as a secret. */
export const deviceDocument = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(deviceKinds),
  label: z.string(),
  host: z.string(),
  role: z.enum(deviceRoles),
  details: z.boolean(),
  quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
  lastOutcome: z
    .object({ event: z.enum(pushEvents), outcome: z.enum(pushOutcomes), detail: z.string().nullable(), at: time })
    .nullable(),
  createdAt: time,
  updatedAt: time,
});
export type DeviceDocument = z.infer<typeof deviceDocument>;
