/** Where a host is reached; tests lead each to one of this machine. */
export function addressOf(url: string): string;
