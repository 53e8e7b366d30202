import { ApiError } from '@countersign/contract';
import { setTimeout as delay } from 'node:timers/promises';

/** How a call was answered, as its caller was told. */
type Told =
  /** It was done, or was so already. */
  | { kind: 'done'; isApproved: boolean | null; releaseAt: string | null }
  | { kind: 'refused'; code: string; isApproved: boolean | null }
  /** The caller heard nothing: it may have been done. */
  | { kind: 'lost' };

/** One call about one item, and what its caller was told. Times are milliseconds since 1970. */
export interface Call {
  by: string;
  what: 'approve' | 'reject' | 'undo' | 'redeem';
  itemId: string;
  sentAt: number;
  /** Infinity while there is no answer. */
  answeredAt: number;
  told: Told;
  /** Names a decision that was held back, and the release that an Undo is about. */
  key?: string | undefined;
  releaseAt?: string | undefined;
}

/** A runner heard of a decision in its held request. */
export interface Heard {
  by: string;
  itemId: string;
  at: number;
  isApproved: boolean;
}

/** What everybody did and was told, in this process's clock. */
export interface Record {
  calls: Call[];
  heard: Heard[];
  /** Steps whose agent was let go on with what was approved. */
  acts: { by: string; itemId: string; at: number }[];
  /** What must not happen, found while it happened. */
  wrong: string[];
}

/** Nothing yet. */
export const newRecord = (): Record => ({ calls: [], heard: [], acts: [], wrong: [] });

/** Makes a call about an item and keeps what its caller was told. Throws what the call throws. */
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

/** The call may succeed a moment later, and may have been heard: no answer, or trouble at the server. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Milliseconds between two tries of what must be done for the test to go on. */
const AGAIN_MS = 50;

/** Again and again, until it is answered. */
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
