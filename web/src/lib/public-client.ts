import { createClient } from '@countersign/contract';

/** Calls that need nobody signed in. */
export const publicClient = createClient();
