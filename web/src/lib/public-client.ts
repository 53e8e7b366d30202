import { createClient } from '@countersign/contract';
import { fetchInTime } from './fetch-in-time.ts';

/** Calls that need nobody signed in. */
export const publicClient = createClient({ fetch: fetchInTime });
