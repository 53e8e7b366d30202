import { LONG_WAIT_SECONDS } from '@countersign/contract';
import type { ItemHistory } from './histories.ts';
import type { Record } from './record.ts';
import { spansOf } from './spans.ts';

/** How long a runner that lived waited for a decision that it could have had. */
export interface Delay {
  by: string;
  ms: number;
}

/**
 * The delays of an item's final decision: from its release, or from when a runner began to wait for it, until that
 * runner heard it, was gone (killed, deaf, frozen) or began to leave. Waits during which an API process was killed are not
 * among them.
 */
export function delaysOf(history: ItemHistory, { waits, apiKills }: Pick<Record, 'waits' | 'apiKills'>): Delay[] {
  const final = spansOf(history).at(-1);
  if (!final || final.isApproved === null) return [];
  const releasedAt = Math.max(final.from, history.item.releaseAt?.toMillis() ?? 0);
  return waits.flatMap(({ by, from, to }) => {
    const since = Math.max(from, releasedAt);
    const isExcused = apiKills.some((at) => at >= since && at <= to);
    return to <= since || isExcused ? [] : [{ by, ms: to - since }];
  });
}

/** Delays longer than a person is to wait without being told why, in words. */
export const tooLong = (delays: readonly Delay[]): string[] =>
  delays
    .filter(({ ms }) => ms > LONG_WAIT_SECONDS * 1_000)
    .map(({ by, ms }) => `${by} lived, and had to wait ${(ms / 1_000).toFixed(1)} s for a released decision`);
