import { ApiError } from '@countersign/contract';
import { setTimeout as delay } from 'node:timers/promises';

/** The reply to a call, as its caller received it. */
type Told =
  /** It was done, now or before. */
  | { kind: 'done'; isApproved: boolean | null; releaseAt: string | null }
  | { kind: 'refused'; code: string; isApproved: boolean | null }
  /** The caller got no reply: it may have been done. */
  | { kind: 'lost' };

/** One call about one item, and its reply. Times are milliseconds since 1970. */
export interface Call {
  by: string;
  what: 'approve' | 'reject' | 'undo' | 'redeem';
  itemId: string;
  sentAt: number;
  /** Infinity without a reply. */
  answeredAt: number;
  told: Told;
  /** The key of a held decision, and the release that an Undo names. */
  key?: string | undefined;
  releaseAt?: string | undefined;
}

/** A runner received a decision in its held request. */
export interface Heard {
  by: string;
  itemId: string;
  at: number;
  isApproved: boolean;
}

/** A runner waited for a decision, until it heard it or was gone: killed, deaf, frozen, or left. */
interface Wait {
  by: string;
  itemId: string;
  from: number;
  /** Infinity while it waits. */
  to: number;
}

/** What everybody did and received, by this process's clock. */
export interface Record {
  calls: Call[];
  heard: Heard[];
  waits: Wait[];
  /** When an API process was killed; shared by all owners. */
  apiKills: readonly number[];
  /** Steps whose agent was allowed to go on with what was approved. */
  acts: { by: string; itemId: string; at: number }[];
  /** What must not happen, recorded when it did. */
  wrong: string[];
}

/** Nothing yet, except for the kills. */
export const newRecord = (apiKills: readonly number[] = []): Record => ({
  ...{ calls: [], heard: [], waits: [], acts: [], wrong: [] },
  apiKills,
});

/** Makes a call about an item and records its reply. Throws what the call throws. */
export async function recorded<T extends { isApproved: boolean | null; releaseAt?: string | null }>(
  record: Record,
  call: Omit<Call, 'sentAt' | 'answeredAt' | 'told'>,
  send: () => Promise<T>,
): Promise<T> {
  const kept: Call = { ...call, sentAt: Date.now(), answeredAt: Infinity, told: { kind: 'lost' } };
  record.calls.push(kept);
  try {
    const { isApproved, releaseAt = null, ...rest } = await send();
    kept.told = { kind: 'done', isApproved, releaseAt };
    kept.answeredAt = Date.now();
    return { isApproved, releaseAt, ...rest } as T;
  } catch (error) {
    if (!isPassing(error) && error instanceof ApiError) {
      kept.told = {
        kind: 'refused',
        code: error.reply?.code ?? '',
        isApproved: error.reply?.decision?.isApproved ?? null,
      };
      kept.answeredAt = Date.now();
    }
    throw error;
  }
}

/** The call may succeed a moment later, and may have had an effect: no reply, or trouble at the server. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Milliseconds between two tries of a call that the test depends on. */
const AGAIN_MS = 50;

/** Repeats a call until it is answered. */
export async function persist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await delay(AGAIN_MS);
    }
  }
}
