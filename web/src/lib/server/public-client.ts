import { createClient } from '@countersign/contract';
import { fetchInTime } from './fetch-in-time.ts';

/** For calls that need no signed-in user. */
export const publicClient = createClient({ fetch: fetchInTime });
