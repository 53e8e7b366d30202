/**
 * A phone in landscape: too low for a page's bars above each other, but wide enough for them side by side. A phone in
 * portrait with enlarged text is just as low, but too narrow for that.
 */
export const LOW = '@media (max-height: 499px) and (min-width: 560px)';

/** A phone in portrait whose keyboard is open: what stands above and below a dialog's fields leaves them what it can. */
export const TYPING = '@media (max-height: 419px) and (max-width: 559px)';

/** Pressed with a thumb, however wide the screen. */
export const TOUCH = '@media (pointer: coarse)';

/** Below this, pages have one column. */
export const NARROW = '(max-width: 767px)';

/** A phone in either orientation: secondary content is folded. */
export const SMALL = `${NARROW}, (max-height: 499px)`;

/** The smallest phones, where a line has no room to spare. */
export const SMALLEST = '@media (max-width: 389px)';

/** A phone whose page is shown at twice its size: half its width. */
export const TINY = '@media (max-width: 299px)';

/**
 * In a container that measures its width: the same, also where only the text is at twice its size, which a query of the
 * screen does not tell.
 */
export const CRAMPED = '@container (max-width: 17rem)';
