/** Who may use this deployment: everybody with an account, or those named by address or by its domain. */
export type AccessList = 'open' | { addresses: ReadonlySet<string>; domains: ReadonlySet<string> };

/** The e-mail address of an account, as the identity provider reports it. */
export interface Address {
  email: string | undefined;
  /** The account's owner has proven that the address is theirs. */
  emailVerified: boolean | undefined;
}

/**
 * Parses ACCESS: addresses and `@domains`, separated by commas or spaces, or the single word `open`. Empty: nobody.
 * Throws an Error that names the first invalid entry.
 */
export function parseAccess(text: string): AccessList {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(foldAddress);
  if (entries.length === 1 && entries[0] === 'open') return 'open';
  const wrong = entries.find((entry) => !/^[^@]*@[^@]+$/.test(entry));
  if (wrong !== undefined) throw new Error(`${wrong} is neither an address nor an @domain`);
  return {
    addresses: new Set(entries.filter((entry) => !entry.startsWith('@'))),
    domains: new Set(entries.filter((entry) => entry.startsWith('@'))),
  };
}

/** True if the list contains this address or its domain, and the address is verified. `open` requires neither. */
export function isListed(list: AccessList, { email, emailVerified }: Address): boolean {
  if (list === 'open') return true;
  if (!email || emailVerified !== true) return false;
  const address = foldAddress(email);
  return list.addresses.has(address) || list.domains.has(address.slice(address.lastIndexOf('@')));
}

/** Only A to Z: other Unicode letters can have one of these as lower case, e.g. the Kelvin sign has k. */
export const foldAddress = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
