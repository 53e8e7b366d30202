import { useDeferredValue, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAdmission } from '../lib/auth/use-admission.ts';
import type { Entry } from './layout/use-page-entry.ts';
import { FirstAdmission, NotAdmittedPage } from './pages.ts';

/**
 * The guard behind the sign-in: a deployment may be by invitation. Users who were admitted in this browser before get
 * the app at once; the first refusal replaces it, whatever page they are on.
 */
export function RequireAdmission() {
  const now = useAdmission();
  // The app is drawn in pieces as its code arrives (decision 005); a refusal is shown at once.
  const settled = useDeferredValue(now);
  const admission = now.status === 'refused' ? now : settled;
  const { pathname } = useLocation();
  const [wasRefused, setWasRefused] = useState(false);
  if (admission.status === 'refused' && !wasRefused) setWasRefused(true);

  if (admission.status === 'unknown') return <FirstAdmission />;
  if (admission.status === 'admitted') return <Outlet context={{ takesFocus: wasRefused } satisfies Entry} />;
  if (pathname !== '/') return <Navigate to="/" replace />;
  return <NotAdmittedPage message={admission.message} />;
}
