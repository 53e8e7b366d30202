import { invalidField } from '../lib/errors.ts';
import { within } from '../lib/within.ts';
import { publicAddressesOf, RefusedAddress } from './public-address.ts';

/** Milliseconds for resolving a host that a person has just typed. */
const LOOK_UP_MS = 5_000;

/** Checks an address before it is stored; it is checked again at each call. Throws `invalid`, about `field`. */
export async function checkAddress(field: string, address: string): Promise<void> {
  try {
    await within(LOOK_UP_MS, publicAddressesOf(new URL(address)));
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalidField(field, error.message);
    throw invalidField(field, 'The host of this address was not found');
  }
}
