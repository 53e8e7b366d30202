import { useSyncExternalStore } from 'react';
import { type Admission, currentAdmission, subscribeToAdmission } from './admission.ts';

/** Whether the signed-in user is admitted; rerenders when that changes. */
export function useAdmission(): Admission {
  return useSyncExternalStore(subscribeToAdmission, currentAdmission);
}
