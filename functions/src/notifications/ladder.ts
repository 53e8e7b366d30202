import type { PushEvent } from '@countersign/contract';
import type { DeviceDocument } from '../documents/device.ts';
import type { PushDocument, Rung } from '../documents/push.ts';
import { quietFor } from './quiet-hours.ts';

/** The next step of the ladder is taken after this long without a reaction. */
export const STEP_MS = 5 * 60_000;
/** By how much a step may be early: the clocks of two instances differ. */
const EARLY_MS = 30_000;

/** What to send, as an outbox entry names it. */
export type Order = { event: PushEvent; rung: Rung } | { event: PushEvent; heldFor: string };

/** Parses an entry's `object`: `approval`, `approval again`, or `approval for <device>` after its quiet hours. */
export function orderOf(object: string | null): Order {
  const [event, rung = 'first', heldFor] = (object ?? '').split(' ') as [PushEvent, Rung | 'for' | undefined, string?];
  return rung === 'for' ? { event, heldFor: heldFor ?? '' } : { event, rung };
}

/** What one step of the ladder does. */
export interface Step {
  tell: DeviceDocument[];
  rung: Rung;
  /** Devices to notify when their quiet hours end. */
  hold: { deviceId: string; afterMs: number }[];
  /** Pushes that nobody has reacted to. */
  escalated: PushDocument[];
  /** Milliseconds until this step is to be taken again, for devices that were notified too recently; or null. */
  againAfterMs: number | null;
  next: Rung | null;
}

/**
 * The step of the ladder that an order asks for: first devices at once, the same again, then the others, sooner where
 * no first one is left. Whoever has opened a notification is not notified again. `before`: earlier pushes of this event
 * and subject; each device is notified once per step. `dueAt`: when the order was due. An order may be older than what
 * it follows: after an Undo, or quiet hours, the ladder has started over.
 */
export function stepOf(
  order: Order,
  devices: readonly DeviceDocument[],
  before: readonly PushDocument[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Step {
  // After a decision that was undone, a device shows that nothing waits, so it is notified as if for the first time.
  const told = before.filter(({ outcome }) => outcome !== 'decided');
  const rung = 'rung' in order ? order.rung : 'first';
  // A notification that is left on a device which was signed out may be opened by anybody.
  const wasOpened = told.some((push) => push.outcome === 'opened' && devices.some(({ id }) => id === push.deviceId));
  const nothing = { tell: [], rung, hold: [], escalated: [], againAfterMs: null, next: null };
  if (wasOpened && rung !== 'first') return nothing;
  const untold = wantedBy(order, devices).filter(
    ({ id }) => !told.some((push) => push.deviceId === id && push.rung === rung),
  );
  const unanswered = told.filter(({ outcome }) => outcome === 'queued' || outcome === 'sent' || outcome === 'shown');
  const isRecent = ({ createdAt }: PushDocument) => createdAt.toMillis() > dueAt.getTime() - STEP_MS + EARLY_MS;
  const recent = rung === 'first' ? [] : unanswered.filter(isRecent);
  // The others are asked to step in for the first ones, the same again only for themselves.
  const isTooSoon = ({ id }: DeviceDocument) =>
    rung === 'backup' ? recent.length > 0 : recent.some(({ deviceId }) => deviceId === id);
  const wanted = untold.filter((device) => !isTooSoon(device));
  const isPutOff = wanted.length < untold.length;
  const youngest = Math.max(...recent.map(({ createdAt }) => createdAt.toMillis()));
  const quiet = wanted.flatMap(({ id, quietHours }) => {
    const afterMs = quietFor(quietHours, now);
    return afterMs === null ? [] : [{ deviceId: id, afterMs }];
  });
  const tell = wanted.filter(({ id }) => !quiet.some(({ deviceId }) => deviceId === id));
  const ignored = unanswered.filter((push) => push.outcome !== 'queued' && !recent.includes(push));
  return {
    tell,
    rung,
    // For a repeat, its quiet hours have already been taken care of: it is notified when they end, or has been.
    hold: rung === 'again' ? [] : quiet,
    escalated: rung === 'first' || tell.length === 0 ? [] : ignored,
    againAfterMs: isPutOff ? youngest + STEP_MS - dueAt.getTime() : null,
    next: isPutOff && wanted.length === 0 ? null : nextOf(order, devices),
  };
}

function wantedBy(order: Order, devices: readonly DeviceDocument[]): readonly DeviceDocument[] {
  if ('heldFor' in order) return devices.filter(({ id }) => id === order.heldFor);
  const first = devices.filter(({ role }) => role === 'first');
  if (order.rung === 'backup') return devices.filter(({ role }) => role === 'backup');
  return first.length === 0 ? devices : first;
}

/** Only a request waits for somebody. */
function nextOf(order: Order, devices: readonly DeviceDocument[]): Rung | null {
  if (order.event !== 'approval' || 'heldFor' in order || order.rung === 'backup') return null;
  if (!devices.some(({ role }) => role === 'first')) return null;
  if (order.rung === 'first') return 'again';
  return devices.some(({ role }) => role === 'backup') ? 'backup' : null;
}
