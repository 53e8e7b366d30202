import { type Approval, type Client, LIST_REJECTION_REASON, routes, type TaskItem } from '@countersign/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../lib/id.ts';
import type { Random } from '../../testing/random.ts';
import { isPassing, recorded, type Call, type Record } from './record.ts';

export interface BrowserOptions {
  name: string;
  /** Which of the two browsers it is: 0 or 1. */
  index: 0 | 1;
  client: Client;
  random: Random;
  record: Record;
  /** Resolves when the owner's pages get a signal. */
  news: () => Promise<void>;
  signal: AbortSignal;
}

/** A decision made offline, as the app keeps it. */
interface Kept {
  approval: Approval;
  how: How;
  /** It was sent, but got no reply. */
  isSent: boolean;
}
type How = 'approve' | 'reject';

/** Milliseconds between two looks at the queue, at most: changes are signalled. */
const LOOK_MS = 5_000;
/** Milliseconds after a signal, so that related changes are read at once; most signals are not about a question. */
const PAUSE_MS = 2_000;
/** Probability that the next card is decided before the reply about the last one. */
const AT_ONCE = 0.25;
/** Milliseconds for which a browser is offline, at most. */
const OFFLINE_MS = 2_000;

/**
 * A browser whose owner decides whatever waits, until `signal`: from the list or by a swipe, which is undone at random.
 * At times it is offline, and sends its decisions later, by the rules for the app's kept decisions.
 */
export async function decideAll({ name, index, client, random, record, news, signal }: BrowserOptions): Promise<void> {
  const busy = new Set<string>();
  let kept: Kept[] = [];
  let isOnline = true;
  let look = () => {};

  while (!signal.aborted) {
    const nextLook = new Promise<void>((resolve) => (look = resolve));
    if (isOnline) {
      const waiting = await unlessPassing(client.call(routes.listApprovals));
      for (const approval of (waiting ?? []).filter(takes)) {
        const taken = take(approval);
        if (!random.chance(AT_ONCE)) await taken;
      }
      if (random.chance(0.1)) void goOffline();
      if (random.chance(0.1)) void undoAny();
    }
    await Promise.race([nextLook, news(), delay(LOOK_MS, undefined, { signal }).catch(() => undefined)]);
    await delay(PAUSE_MS);
  }

  /** A person mostly uses one browser: most is decided in one of the two, and some items in both at once. */
  function takes({ id }: Approval): boolean {
    const drawn = id.charCodeAt(0) % 8;
    return drawn < 2 || drawn % 2 === index || random.chance(0.1);
  }

  async function take(approval: Approval): Promise<void> {
    if (busy.has(approval.id)) return;
    busy.add(approval.id);
    try {
      await delay(random.below(300)); // reading time
      if (!(await decide(approval))) return;
    } catch (error) {
      record.wrong.push(`${name}: ${approval.id}: ${String(error)}`);
    }
    busy.delete(approval.id);
    look();
  }

  /** Returns false where the decision is kept until the browser is online. */
  async function decide(approval: Approval): Promise<boolean> {
    const how: How = random.chance(0.75) ? 'approve' : 'reject';
    if (!isOnline) {
      kept.push({ approval, how, isSent: false });
      return false;
    }
    if (random.chance(0.1)) await delay(random.below(500)); // leaves it to the other browser
    else if (random.chance(0.5)) await swipe(approval, how);
    else await unlessRefused(send(approval, how));
    return true;
  }

  async function swipe(approval: Approval, how: How): Promise<void> {
    const hold = { seconds: 1 + random.below(2), key: newId() };
    const willUndo = random.chance(0.35);
    const undoMs = random.below(hold.seconds * 1_150);
    const item =
      (await unlessRefused(send(approval, how, hold))) ??
      // Without a reply the call may be sent once more: by then the decision may have been undone.
      (random.chance(0.5) ? await unlessRefused(send(approval, how, hold)) : null);
    if (item?.releaseAt && willUndo) void regret(item.id, item.releaseAt, undoMs);
  }

  async function regret(itemId: string, releaseAt: string, afterMs: number): Promise<void> {
    await delay(afterMs);
    await unlessRefused(undo(itemId, releaseAt)).catch(
      (error: unknown) => signal.aborted || void record.wrong.push(`${name}: ${itemId}: ${String(error)}`),
    );
  }

  /** Undoes a decision made here or in the other browser. */
  async function undoAny(): Promise<void> {
    try {
      const held = random.pick((await unlessPassing(client.call(routes.listHeldDecisions))) ?? []);
      if (held) await unlessRefused(undo(held.id, held.releaseAt));
    } catch (error) {
      // Once all is done, the owner deletes the account.
      if (!signal.aborted) record.wrong.push(`${name}: undo: ${String(error)}`);
    }
  }

  async function goOffline(): Promise<void> {
    // Kept decisions are sent first, by one sender at a time, like under the app's lock.
    if (!isOnline || kept.length > 0) return;
    isOnline = false;
    await delay(random.below(OFFLINE_MS));
    isOnline = true;
    while (kept.length > 0 && !signal.aborted) if (!(await sendKept())) await delay(100);
    look();
  }

  /**
   * One after the other, each for the bytes that were on screen; false without a reply, in which case it is sent again.
   */
  async function sendKept(): Promise<boolean> {
    const [first] = kept;
    if (!first) return true;
    first.isSent = true;
    try {
      await send(first.approval, first.how);
    } catch (error) {
      if (isPassing(error)) return false;
      checkRefusal(error);
    }
    kept = kept.slice(1);
    busy.delete(first.approval.id);
    return true;
  }

  function send({ id, hash }: Approval, how: How, hold?: { seconds: number; key: string }): Promise<TaskItem> {
    const headers: { [name: string]: string } = hold ? { 'X-Decision-Hold': `${hold.seconds} ${hold.key}` } : {};
    const call = { params: { id }, ifMatch: hash ?? '', headers };
    return calling({ what: how, itemId: id, key: hold?.key }, () =>
      how === 'approve'
        ? client.call(routes.approveTaskItem, { ...call, body: {} })
        : client.call(routes.rejectTaskItem, { ...call, body: { reason: LIST_REJECTION_REASON } }),
    );
  }

  function undo(itemId: string, releaseAt: string): Promise<TaskItem> {
    const input = { params: { id: itemId }, body: { releaseAt } };
    return calling({ what: 'undo', itemId, releaseAt }, () => client.call(routes.undoTaskItem, input));
  }

  function calling(call: Pick<Call, 'what' | 'itemId' | 'key' | 'releaseAt'>, make: () => Promise<TaskItem>) {
    return recorded(record, { by: name, ...call }, make);
  }

  /** Null where it was refused because another decision had won, or where there was no reply. */
  async function unlessRefused(call: Promise<TaskItem>): Promise<TaskItem | null> {
    return call.catch((error: unknown) => {
      if (!isPassing(error)) checkRefusal(error);
      return null;
    });
  }
}

async function unlessPassing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (isPassing(error)) return null;
    throw error;
  });
}

/** A person may only be refused because others were first. */
function checkRefusal(error: unknown): void {
  const isConflict = error instanceof Error && 'status' in error && error.status === 409;
  if (!isConflict) throw error;
}
