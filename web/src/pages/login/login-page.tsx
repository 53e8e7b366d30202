import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { GoogleSignIn } from '../../features/auth/google-sign-in.tsx';
import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { useAuth } from '../../lib/auth/auth-context.ts';
import { wasSignedIn } from '../../lib/auth/session-traces.ts';
import { type SignOutReason, useSignOutReason } from '../../lib/auth/sign-out-reason.ts';
import { placeAfterSignIn } from '../../lib/auth/way-back.ts';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { PageSpinner } from '../../ui/loading/page-spinner.tsx';
import { Mark } from '../../ui/mark.tsx';

const whySignedOut: Record<SignOutReason, string> = {
  deleted:
    'This account was deleted. To begin anew, sign up. If its email address still counts as used, try again in some minutes.',
  ended: 'Your session has ended. Sign in again. If you had just changed something, check that it was saved.',
};

/**
 * Sign in, sign up, or request a new password; a person who is already signed in is sent to the dashboard, or back to
 * the decision they came for.
 */
export function LoginPage() {
  usePageTitle('Sign in');
  const navigate = useNavigate();
  const reason = useSignOutReason();
  const { status } = useAuth();
  const [tab, setTab] = useState('sign-in');
  const place = placeAfterSignIn(useLocation().state);
  const enter = () => void navigate(place, { replace: true });

  if (status === 'signed-in') return <Navigate to={place} replace />;
  // A user who was signed in most likely continues to the dashboard; others see the forms at once.
  if (status === 'loading' && wasSignedIn()) return <PageSpinner />;
  return (
    <chakra.main display="grid" placeItems="center" minH="100dvh" px="16px" py="32px">
      <chakra.div width="100%" maxW="400px">
        <chakra.div display="grid" justifyItems="center" textAlign="center" gap="8px" mb="24px" color="primary.fg">
          <Mark size={48} />
          <chakra.h1 textStyle="2xl" fontWeight="600" color="fg">
            Countersign
          </chakra.h1>
          <chakra.p color="fg.muted">Coding agents propose. You countersign.</chakra.p>
        </chakra.div>
        <Card display="grid" gap="16px">
          {reason && <Notice role="status">{whySignedOut[reason]}</Notice>}
          <GoogleSignIn onDone={enter} />
          <Divider>or with email</Divider>
          <Tabs
            label="Sign in or sign up"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'sign-in', label: 'Sign In', content: <SignInForm onDone={enter} /> },
              { value: 'sign-up', label: 'Sign Up', content: <SignUpForm onDone={enter} /> },
            ]}
          />
          <ForgotPassword>
            <ResetPasswordForm />
          </ForgotPassword>
        </Card>
      </chakra.div>
    </chakra.main>
  );
}

const Divider = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    textStyle: 'xs',
    color: 'fg.muted',
    _before: { content: '""', flex: 1, borderTopWidth: '1px' },
    _after: { content: '""', flex: 1, borderTopWidth: '1px' },
  },
});

/** The section that opens under its question. */
function ForgotPassword({ children }: { children: ReactNode }) {
  return (
    <details>
      <Question>Forgot your password?</Question>
      <chakra.div pt="12px">{children}</chakra.div>
    </details>
  );
}

const Question = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minH: '44px',
    cursor: 'pointer',
    color: 'primary.fg',
    fontWeight: '500',
    rounded: 'control',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _hover: { textDecoration: 'underline' },
  },
});
