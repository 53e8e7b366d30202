/** A package's version with the commit that it is built of, where that is known. */
export function buildVersion(version: string): string;
/** What this checkout is of; empty where git does not know. */
export function commitOfCheckout(): string;
