import { isIPv4, isIPv6 } from 'node:net';

/** Where a request came from, as far as trusted proxies have said. */
export interface CallerAddresses {
  /** The nearest address: whoever connected to the platform. It cannot be forged. */
  nearest: string;
  /**
   * All addresses from the browser to there. A caller who bypasses Hosting can forge the beginning, but not the end.
   */
  way: string;
}

/**
 * Interprets the addresses that the last proxies appended to X-Forwarded-For, oldest first: `own` proxies stand in
 * front of every address of the function, Hosting's additional ones only in front of some requests.
 */
export function callerAddresses(appended: string[], own: number): CallerAddresses {
  const networks = appended.map(networkOf);
  const nearest = networks.at(-Math.max(own, 1)) ?? networks[0] ?? '';
  return { nearest, way: networks.join(' ') };
}

/** An address as rate limits count it: IPv4 as it is, IPv6 as its /64, which belongs to one person. */
export function networkOf(address: string): string {
  const plain = address.trim().replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(plain) ? `${first64Bits(plain)}::/64` : plain;
}

function first64Bits(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const written = groups(tail).reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), groups(head).length);
  const zeros = tail === undefined ? 0 : 8 - written;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
