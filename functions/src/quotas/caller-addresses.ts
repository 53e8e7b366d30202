import { isIPv4, isIPv6 } from 'node:net';

/** Where a request came from, as far as somebody who is believed has said it. */
export interface CallerAddresses {
  /** The nearest one: whoever spoke to the platform. Nobody can invent it. */
  nearest: string;
  /** The way from the browser to there. Its beginning is invented by a caller who does not come through Hosting; its end is not. */
  way: string;
}

/**
 * Reads the addresses that the last proxies appended to X-Forwarded-For, the oldest first: `own` of them stand before every
 * address of the function, Hosting's others only before some requests.
 */
export function callerAddresses(appended: string[], own: number): CallerAddresses {
  const networks = appended.map(networkOf);
  const nearest = networks.at(-Math.max(own, 1)) ?? networks[0] ?? '';
  return { nearest, way: networks.join(' ') };
}

/** An address as a limit counts it: one of IPv4 itself, of IPv6 its /64, which is what one person has. */
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
