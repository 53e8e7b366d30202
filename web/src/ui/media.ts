/** A phone held sideways: too low for a page's bars above each other. */
export const LOW = '@media (max-height: 499px)';
