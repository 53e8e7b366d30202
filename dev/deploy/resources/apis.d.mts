import type { Thing } from '../thing.d.mts';

/** Firebase switched on for the project. */
export const firebase: Thing;
