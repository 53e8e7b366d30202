/** A package's version, with the commit that it is built from where that is known. */
export function buildVersion(version: string): string;
/** The commit of this checkout; empty where git does not know it. */
export function commitOfCheckout(): string;
