import { useSyncExternalStore } from 'react';
import { type Admission, currentAdmission, subscribeToAdmission } from './admission.ts';

/** Whether the signed-in user is admitted; the component is drawn again when that changes. */
export function useAdmission(): Admission {
  return useSyncExternalStore(subscribeToAdmission, currentAdmission);
}
