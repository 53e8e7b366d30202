import * as z from 'zod/mini';
import { id, line, timestamp, toUrl } from '../lib/primitives.ts';

/** A browser, which shows notifications itself, or a web address to call. */
export const deviceKinds = ['browser', 'webhook'] as const;

/** `first` is notified at once and again after five minutes, `backup` when nobody has reacted to either. */
export const deviceRoles = ['first', 'backup'] as const;

/** The events that a device is notified about. */
export const pushEvents = [
  'approval',
  'task_failed',
  'task_finished',
  'silent',
  // A cap of the day has paused a container; stored under this word.
  'budget',
  // Replaces the notification of a request that has been decided.
  'closed',
  'test',
] as const;
export type PushEvent = (typeof pushEvents)[number];

/**
 * What became of a push: accepted by the push service, shown, opened by a tap, its request decided; the device no
 * longer exists, it could not be sent, or nobody reacted and the next step of the ladder was taken.
 */
export const pushOutcomes = ['sent', 'shown', 'opened', 'decided', 'gone', 'failed', 'escalated'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

/** Devices that one user may have, webhooks included. */
export const DEVICES_MAX = 20;

/** Hours of the device's day in which it is not notified; what still waits when they end is sent then. */
export const quietHours = z.object({ from: z.string(), to: z.string(), timeZone: z.string() });
export type QuietHours = z.infer<typeof quietHours>;

export const device = z.object({
  id,
  /** A `deviceKinds`; read as text, so that an older page survives a newer server. */
  kind: z.string(),
  label: z.string(),
  /** Where its pushes go: the host of the push service or of the webhook. */
  host: z.string(),
  /** A `deviceRoles`. */
  role: z.string(),
  /** Notifications include the request's title; otherwise they say only that something waits, and in which project. */
  details: z.boolean(),
  quietHours: z.nullable(quietHours),
  /** The outcome of its last notification; `event` is one of `pushEvents`, `outcome` one of `pushOutcomes`. */
  lastOutcome: z.nullable(
    z.object({ event: z.string(), outcome: z.string(), detail: z.nullable(z.string()), at: timestamp }),
  ),
  createdAt: timestamp,
});
export type Device = z.infer<typeof device>;

const label = line('Label', 100);
const address = (what: string) =>
  line(what, 2_000).check(z.refine((value: string) => toUrl(value) !== null, `${what} is not an address`));
const base64url = (what: string, length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), `${what} is not a subscription key`));

/** A browser's subscription, as its push manager returns it. A known endpoint updates the device it belongs to. */
export const registerDevice = z.strictObject({
  label,
  endpoint: address('Endpoint'),
  keys: z.strictObject({ p256dh: base64url('p256dh', 87), auth: base64url('auth', 22) }),
  /** The server's public key with which the subscription was made. */
  vapidKey: base64url('vapidKey', 87),
});
export type RegisterDevice = z.input<typeof registerDevice>;

/** A webhook: it is called with a sentence and a link. */
export const createWebhook = z.strictObject({ label, url: address('Address') });
export type CreateWebhook = z.input<typeof createWebhook>;

const clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time of day as 22:00'));
const timeZone = line('Time zone', 60).check(z.refine(isTimeZone, 'This time zone is not known'));

/** A change of a device's settings: at least one field. */
export const updateDevice = z
  .strictObject({
    label: z.optional(label),
    role: z.optional(z.enum(deviceRoles)),
    details: z.optional(z.boolean()),
    quietHours: z.optional(
      z.nullable(
        z
          .strictObject({ from: clock, to: clock, timeZone })
          .check(z.refine(({ from, to }) => from !== to, 'Quiet hours begin and end at different times')),
      ),
    ),
  })
  .check(z.refine((value) => Object.keys(value).length > 0, 'Nothing to change'));
export type UpdateDevice = z.input<typeof updateDevice>;

/** What a device reports about a push that reached it. It needs no more than the push's id, known to it alone. */
export const pushReceipt = z.strictObject({ push: id, outcome: z.enum(['shown', 'opened']) });
export type PushReceipt = z.input<typeof pushReceipt>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
