/** A phone held sideways: too low for a page's bars above each other. */
export const LOW = '@media (max-height: 499px)';

/** The smallest phones, where a line has no room to spare. */
export const SMALLEST = '@media (max-width: 389px)';
