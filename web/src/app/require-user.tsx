import { Navigate, Outlet } from 'react-router-dom';
import { useAuth } from '../lib/auth-context.ts';
import { PageSpinner } from '../ui/page-spinner.tsx';

/** The guard of every route but /login: a spinner until it is known who is signed in, then the page or the sign-in. */
export function RequireUser() {
  const { status } = useAuth();
  if (status === 'loading') return <PageSpinner />;
  if (status === 'signed-out') return <Navigate to="/login" replace />;
  return <Outlet />;
}
