import { chakra } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useSignOut } from '../../features/auth/use-sign-out.ts';
import { VerifyEmail } from '../../features/auth/verify-email.tsx';
import { useUser } from '../../lib/auth/auth-context.ts';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';
import { Mark } from '../../ui/mark.tsx';
import { ToastRegion } from '../../ui/toaster/toast-region.tsx';
import { CheckAgain } from './check-again.tsx';
import { Step } from './step.tsx';

const DeleteAccountDialog = openedByPress(async () => ({
  default: (await import('../../features/account/delete-account-dialog.tsx')).DeleteAccountDialog,
}));

interface NotAdmittedPageProps {
  /** The server's sentence: whom to ask. */
  message: string;
}

/** Replaces the whole app for somebody who is signed in but not on the deployment's list: what they can do about it. */
export function NotAdmittedPage({ message }: NotAdmittedPageProps) {
  usePageTitle('By invitation');
  const { email, emailVerified } = useUser();
  const { signOut, isSigningOut } = useSignOut();
  const [client] = useState(createQueryClient);
  const [asking, setAsking] = useState(false);
  const heading = useArrival();
  return (
    <QueryClientProvider client={client}>
      <chakra.main display="grid" placeItems="center" minH="100dvh" px="16px" py={{ base: '24px', md: '32px' }}>
        <chakra.div width="100%" maxW="440px" minW={0}>
          <chakra.header display="grid" justifyItems="center" textAlign="center" gap="8px" mb="24px" minW={0}>
            <chakra.div color="primary.fg">
              <Mark size={48} />
            </chakra.div>
            <chakra.h1 ref={heading} tabIndex={-1} textStyle="title">
              By invitation
            </chakra.h1>
            <chakra.p textStyle="lg" maxW="100%" overflowWrap="anywhere">
              {message}
            </chakra.p>
          </chakra.header>
          <Card>
            <chakra.ol display="grid" gap="20px">
              {emailVerified ? (
                <Step number={1} title="Your address is verified" done />
              ) : (
                <Step number={1} title="Verify your address" detail="A link in an email proves that it is yours.">
                  <VerifyEmail email={email} />
                </Step>
              )}
              <Step
                number={2}
                title="Be added by the owner"
                detail="Once they have added your address, come back: this page checks again automatically."
              >
                <CheckAgain verified={emailVerified} />
              </Step>
            </chakra.ol>
          </Card>
          <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="8px" mt="16px">
            <Button variant="ghost" colorPalette="neutral" loading={isSigningOut} onClick={signOut}>
              Sign out
            </Button>
            <Button
              variant="ghost"
              colorPalette="reject"
              onClick={() => DeleteAccountDialog.open(() => setAsking(true))}
            >
              Delete account
            </Button>
          </chakra.div>
        </chakra.div>
      </chakra.main>
      <Suspense>{asking && <DeleteAccountDialog.Component open onClose={() => setAsking(false)} />}</Suspense>
      <ToastRegion />
    </QueryClientProvider>
  );
}

/** Clears the scroll position that another page left. The heading gets the focus, so that it is read out. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
