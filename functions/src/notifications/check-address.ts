import type { UserCaller } from '../access/authenticate-user.ts';
import { DomainError, invalidField } from '../lib/errors.ts';
import { takeCall } from '../quotas/rate-limit.ts';
import { lookUp } from './look-up.ts';
import { publicAddressesOf, RefusedAddress } from './public-address.ts';

/** Hosts a minute: nobody may make this server ask name servers of their choice again and again. */
const HOSTS_PER_MINUTE = 20;

/**
 * Checks an address before it is stored; it is checked again at each call. Throws `invalid`, about `field`, and
 * `rate_limited`.
 */
export async function checkAddress({ userId }: UserCaller, field: string, address: string): Promise<void> {
  const resolve = async (host: string) => {
    await takeCall(`address-check-${userId}`, HOSTS_PER_MINUTE, userId);
    return lookUp(host);
  };
  try {
    await publicAddressesOf(new URL(address), resolve);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof RefusedAddress) throw invalidField(field, error.message);
    throw invalidField(field, 'The host of this address was not found');
  }
}
