import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../../lib/auth/auth.ts';
import { within } from '../../lib/timing/within.ts';

/** Milliseconds that signing out waits for the code it needs; on a dead connection that never arrives. */
const CODE_MS = 3_000;

/**
 * Signs out and goes to /login; shows that it is under way, because it may take some seconds. Everything stored about
 * the user goes with the session (see `AuthProvider`).
 */
export function useSignOut() {
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);
  const leave = async () => {
    // The server is informed while the token is still valid; without a network, it learns later from the push service.
    const device = within(CODE_MS, import('../../lib/notifications/forget-device.ts')).then(({ forgetDevice }) =>
      forgetDevice(),
    );
    await device.catch(() => undefined);
    await signOut();
    await navigate('/login');
  };
  const begin = () => {
    setSigningOut(true);
    void leave().finally(() => setSigningOut(false));
  };
  return { signOut: begin, isSigningOut };
}
