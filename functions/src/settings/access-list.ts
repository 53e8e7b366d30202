/** Who may use this deployment: everybody with an account, or who is named, by address or by the domain of it. */
export type AccessList = 'open' | { addresses: ReadonlySet<string>; domains: ReadonlySet<string> };

/** What the identity provider says of an account's e-mail address. */
export interface Address {
  email: string | undefined;
  /** Its owner has proven that it is theirs. */
  emailVerified: boolean | undefined;
}

/**
 * Reads ACCESS: addresses and `@domains`, apart by commas or spaces, or the one word `open`. Empty is nobody.
 * Throws an Error that names the entry which is neither.
 */
export function parseAccess(text: string): AccessList {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(fold);
  if (entries.length === 1 && entries[0] === 'open') return 'open';
  const wrong = entries.find((entry) => !/^[^@]*@[^@]+$/.test(entry));
  if (wrong !== undefined) throw new Error(`${wrong} is neither an address nor an @domain`);
  return {
    addresses: new Set(entries.filter((entry) => !entry.startsWith('@'))),
    domains: new Set(entries.filter((entry) => entry.startsWith('@'))),
  };
}

/** True when the list names this address, or its domain, and the address is verified. `open` asks for neither. */
export function isListed(list: AccessList, { email, emailVerified }: Address): boolean {
  if (list === 'open') return true;
  if (!email || emailVerified !== true) return false;
  const address = fold(email);
  return list.addresses.has(address) || list.domains.has(address.slice(address.lastIndexOf('@')));
}

/** Only A to Z: the rest of Unicode has letters whose lower case is one of ours, as the Kelvin sign's is k. */
const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
