import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSignOut } from '../../features/auth/use-sign-out.ts';
import { useKeptDecisions } from '../../features/approvals/offline/kept-decisions.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const load = () => import('./sign-out-question.tsx');
const SignOutQuestion = lazy(load);

/** Signs out; asks first where that drops decisions which wait for the network. */
export function SignOutButton() {
  const { signOut, isSigningOut } = useSignOut();
  const [asks, setAsks] = useState(false);
  const waiting = useKeptDecisions().filter(({ failure }) => failure === null).length;
  // Where the question cannot be fetched, nobody is kept signed in.
  const press = () => (waiting === 0 ? signOut() : void load().then(() => setAsks(true), signOut));
  return (
    <>
      <IconButton label="Sign out" icon={<LogOut size={20} aria-hidden />} loading={isSigningOut} onClick={press} />
      <Suspense>
        {asks && (
          <SignOutQuestion
            waiting={waiting}
            pending={isSigningOut}
            onClose={() => setAsks(false)}
            onConfirm={signOut}
          />
        )}
      </Suspense>
    </>
  );
}
