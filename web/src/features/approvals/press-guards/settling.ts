/**
 * For this time after something new appeared, keys and buttons decide nothing: nobody reads and answers that fast, so
 * the press was meant for what was there before.
 */
export const SETTLE_MS = 600;

/** Identifies what a person sees: another item, or the same one with other content, is something new. */
export const sightOf = ({ id, hash }: { id: string; hash: string | null }): string => `${id} ${hash}`;

/** For a button that decides: ignores the second click of a double click, which is not meant for the next card. */
export const onSingleClick = (decide: () => void) => (click: { detail: number }) => {
  if (click.detail <= 1) decide();
};
