/** A new value of each secret that Countersign makes itself. */
export const fresh: Record<string, () => string>;
