import type { Approval } from '@countersign/contract';

/**
 * Nobody reads something new and answers it sooner: an earlier press was meant for what stood there before, so it decides
 * nothing. The second click of a double click is one, a click while a decided card makes room another.
 */
export const SETTLE_MS = 350;

/** Who decided about a card expects the next one: a drag is meant for that, and a key, unless it only bounces. */
export const BOUNCE_MS = 200;

/** What a person sees of a request: another item, or the same one with other content, is something new. */
export const sightOf = ({ id, hash }: Approval): string => `${id} ${hash}`;

/** For a button that decides: later clicks of a double click are not meant for what the first one brought. */
export const onSingleClick = (decide: () => void) => (click: { detail: number }) => {
  if (click.detail <= 1) decide();
};
