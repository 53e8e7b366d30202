import type { Thing } from '../thing.d.mts';

/** A new value of each secret that Countersign makes itself. */
export const fresh: Record<string, () => string>;
/** The secrets that Countersign makes itself. */
export const secrets: Thing[];
