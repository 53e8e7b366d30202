import type { Thing } from '../thing.d.mts';

/** Settings of the last deploy that this checkout lacks. */
export const keptSettings: Thing;
