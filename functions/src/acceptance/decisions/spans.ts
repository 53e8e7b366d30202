import type { ItemHistory } from './histories.ts';

/** The state of an item during a time. */
export interface Span {
  from: number;
  to: number;
  /** Null: undecided. */
  isApproved: boolean | null;
}

/** The states of an item, one after the other, until now. */
export function spansOf({ createdAt, entries }: ItemHistory): Span[] {
  const spans: Span[] = [{ from: createdAt, to: Infinity, isApproved: null }];
  for (const { at, what } of entries) {
    if (what === 'released' || what === 'other') continue;
    const last = spans.at(-1);
    if (last) last.to = at;
    spans.push({
      from: at,
      to: Infinity,
      isApproved: what === 'undone' || what === 'rule ended' ? null : what !== 'rejected',
    });
  }
  return spans;
}
