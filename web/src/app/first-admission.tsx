import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSignOut } from '../features/auth/use-sign-out.ts';
import { askForAdmission, detailOf } from '../lib/api.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { PageSpinner } from '../ui/loading/page-spinner.tsx';
import { preloadPage } from './pages.ts';

/** Checks whether a user who is new to this browser is admitted, and fetches the code of their page meanwhile. */
export function FirstAdmission() {
  const { pathname } = useLocation();
  const { signOut, isSigningOut } = useSignOut();
  const [failure, setFailure] = useState<unknown>(null);
  const ask = useCallback(() => {
    askForAdmission().catch(setFailure);
  }, []);
  const askAgain = () => {
    setFailure(null);
    ask();
  };

  useEffect(() => preloadPage(pathname), [pathname]);
  useEffect(() => {
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [ask]);

  if (failure === null) return <PageSpinner />;
  return (
    <chakra.main display="grid" placeItems="center" minH="60dvh" p="16px">
      <div>
        <ErrorState title="Countersign could not be opened" detail={detailOf(failure)} onRetry={askAgain} />
        <chakra.div display="flex" justifyContent="center">
          <Button variant="ghost" loading={isSigningOut} onClick={signOut}>
            Sign out
          </Button>
        </chakra.div>
      </div>
    </chakra.main>
  );
}
