/**
 * A phone held sideways: too low for a page's bars above each other, and wide enough for them beside. An upright one whose text is enlarged
 * is as low, and has no room beside.
 */
export const LOW = '@media (max-height: 499px) and (min-width: 560px)';

/** Pressed with a thumb, however wide it is. */
export const TOUCH = '@media (pointer: coarse)';

/** Below this, pages have one column. */
export const NARROW = '(max-width: 767px)';

/** A phone, however it is held: what is not wanted at once is folded away. */
export const SMALL = `${NARROW}, (max-height: 499px)`;

/** The smallest phones, where a line has no room to spare. */
export const SMALLEST = '@media (max-width: 389px)';
