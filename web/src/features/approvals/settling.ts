/**
 * For so long after something new appeared a press of a key or a button decides nothing: no one reads and answers that
 * fast, so it was meant for what stood there before.
 */
export const SETTLE_MS = 600;

/** Identifies what a person sees: another item, or the same one with other content, is something new. */
export const sightOf = ({ id, hash }: { id: string; hash: string | null }): string => `${id} ${hash}`;

/** For a button that decides: ignores the second click of a double click, which is not meant for the next card. */
export const onSingleClick = (decide: () => void) => (click: { detail: number }) => {
  if (click.detail <= 1) decide();
};
