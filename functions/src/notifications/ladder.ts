import type { PushEvent } from '@countersign/contract';
import type { DeviceDocument } from '../documents/device.ts';
import type { PushDocument, Rung } from '../documents/push.ts';
import { quietFor } from './quiet-hours.ts';

/** The next step of the ladder is taken after this long without a reaction. */
export const STEP_MS = 5 * 60_000;

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
  next: Rung | null;
}

/**
 * The step of the ladder that an order asks for: first devices at once, the same again, then the others, sooner where
 * no first one is left. Whoever has opened a notification is not notified again. `before`: earlier pushes of this event
 * and subject; each device is notified once per step.
 */
export function stepOf(
  order: Order,
  devices: readonly DeviceDocument[],
  before: readonly PushDocument[],
  now: Date,
): Step {
  // After a decision that was undone, a device shows that nothing waits, so it is notified as if for the first time.
  const told = before.filter(({ outcome }) => outcome !== 'decided');
  const rung = 'rung' in order ? order.rung : 'first';
  const wasOpened = told.some(({ outcome }) => outcome === 'opened');
  if (wasOpened && rung !== 'first') return { tell: [], rung, hold: [], escalated: [], next: null };
  const wanted = wantedBy(order, devices).filter(
    ({ id }) => !told.some((push) => push.deviceId === id && push.rung === rung),
  );
  const quiet = wanted.flatMap(({ id, quietHours }) => {
    const afterMs = quietFor(quietHours, now);
    return afterMs === null ? [] : [{ deviceId: id, afterMs }];
  });
  const tell = wanted.filter(({ id }) => !quiet.some(({ deviceId }) => deviceId === id));
  const unanswered = told.filter(({ outcome }) => outcome === 'sent' || outcome === 'shown');
  return {
    tell,
    rung,
    // For a repeat, its quiet hours have already been taken care of: it is notified when they end, or has been.
    hold: rung === 'again' ? [] : quiet,
    escalated: rung === 'first' || tell.length === 0 ? [] : unanswered,
    next: nextOf(order, devices),
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
