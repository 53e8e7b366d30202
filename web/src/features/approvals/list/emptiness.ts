import { isLastSeen } from '../../../lib/last-seen/use-last-seen.ts';

/**
 * What an empty queue means. `certain`: nothing waits, as fetched in this session; `loading`: that is from an earlier
 * session and being fetched again; `uncertain`: it could not be fetched again, so requests may be waiting by now.
 */
export type Emptiness = 'certain' | 'loading' | 'uncertain';

interface Fetched {
  dataUpdatedAt: number;
  isRefetchError: boolean;
  isFetching: boolean;
}

export function emptinessOf({ dataUpdatedAt, isRefetchError, isFetching }: Fetched): Emptiness {
  // Also while it is tried again: the words would come and go with every attempt.
  if (isRefetchError) return 'uncertain';
  if (!isLastSeen(dataUpdatedAt)) return 'certain';
  return isFetching ? 'loading' : 'uncertain';
}

/** The title of an empty queue that may have changed since. */
export const UNCERTAIN = 'Nothing was waiting when last checked';

/** The title where all that waited was decided on this device, and the server has not answered yet. */
export const NOTHING_ELSE = 'Nothing else was waiting when last checked';
