import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useAuth } from '../lib/auth/auth-context.ts';
import { wayBackTo } from '../lib/auth/way-back.ts';
import { PageSpinner } from '../ui/loading/page-spinner.tsx';
import { isPage, NotFoundPage } from './pages.ts';

/**
 * The guard of every route but /login: a spinner until it is known whether somebody is signed in, then the page or the
 * sign-in. An unknown address shows the not-found page, signed in or not.
 */
export function RequireUser() {
  const { status } = useAuth();
  const { pathname } = useLocation();
  if (status === 'loading') return <PageSpinner />;
  if (status === 'signed-in') return <Outlet />;
  if (isPage(pathname)) return <ToSignIn />;
  return (
    <chakra.main px="16px">
      <NotFoundPage />
    </chakra.main>
  );
}

/**
 * Goes to the sign-in page, and again whenever the person presses Back while that page is still on its way: they would
 * be left in front of an empty page. (The router's own `Navigate` navigates once; and an entry of the history that was
 * shown before is the same location, with which no effect runs again.)
 */
function ToSignIn() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const go = () => void navigate('/login', { replace: true, state: wayBackTo(location.pathname) });
    go();
    window.addEventListener('popstate', go);
    return () => window.removeEventListener('popstate', go);
  }, [location, navigate]);
  return <PageSpinner />;
}
