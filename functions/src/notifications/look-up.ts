import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Milliseconds for all questions about one host together. */
const LIMIT_MS = 4_000;
/** Milliseconds that a name server has for its first answer; it is asked twice, the second time with more patience. */
const ANSWER_MS = 1_300;
const TRIES = 2;

/**
 * All addresses of a host that a user has named, those of IPv4 first. It asks the name servers itself: `dns.lookup`
 * waits in one of a few threads, which all lookups of this process share, and cannot be ended there, so that hosts
 * whose name servers never answer would hold up everything else. A host may have addresses of one kind only. Throws
 * what the name servers say, and an Error where they say nothing in time.
 */
export async function lookUp(
  host: string,
  { servers, limitMs = LIMIT_MS }: { servers?: readonly string[]; limitMs?: number } = {},
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), limitMs);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(limit);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
}

const addressesOf = (asked: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];
