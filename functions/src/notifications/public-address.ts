import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { env } from '../settings/env.ts';
import { lookUp } from './look-up.ts';

/** Thrown for an address that this server must not call for a user; the message says why, for a person. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** Finds all addresses of a host; tests replace it. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * IPv4 addresses that are not public: private, loopback, link-local (with the metadata server), shared, test,
 * multicast.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}

/** Of IPv6 only global addresses: none that is mapped, translated or tunnelled and may lead to an IPv4 address. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/**
 * The IP addresses at which a user's URL may be called: it is https, and every address of its host is public. The
 * caller connects to one of these without another lookup, which might give a different answer. The only exception is
 * the local push service, by configuration. Throws RefusedAddress, and what the lookup throws.
 */
export async function publicAddressesOf(url: URL, resolve: Resolve = lookUp): Promise<LookupAddress[]> {
  if (url.username || url.password) throw new RefusedAddress('An address with a user name or password is not accepted');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLocalService(url)) return [{ address: host, family: 4 }];
  if (url.protocol !== 'https:') throw new RefusedAddress('Only addresses that begin with https: are accepted');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolve(host);
  if (found.length === 0 || !found.every(isPublic)) throw new RefusedAddress('This address is not on the internet');
  return found;
}

function isPublic({ address, family }: LookupAddress): boolean {
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

function isLocalService(url: URL): boolean {
  const { PUSH_SERVICE_URL } = env();
  return PUSH_SERVICE_URL !== undefined && url.origin === new URL(PUSH_SERVICE_URL).origin;
}
