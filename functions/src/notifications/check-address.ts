import { invalidField } from '../lib/errors.ts';
import { within } from '../lib/within.ts';
import { publicAddressesOf, RefusedAddress } from './public-address.ts';

/** Milliseconds for the look-up of a host that a person has just typed. */
const LOOK_UP_MS = 5_000;

/** Looks at an address before it is kept; it is looked at again whenever it is called. Throws `invalid`, about `field`. */
export async function checkAddress(field: string, address: string): Promise<void> {
  try {
    await within(LOOK_UP_MS, publicAddressesOf(new URL(address)));
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalidField(field, error.message);
    throw invalidField(field, 'The host of this address was not found');
  }
}
