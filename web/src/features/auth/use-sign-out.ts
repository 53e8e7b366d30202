import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../../lib/auth.ts';
import { within } from '../../lib/within.ts';

/** Milliseconds that signing out waits for the code that it needs; on a dead connection that never comes. */
const CODE_MS = 3_000;

/**
 * Signs out and goes to /login; says while it does, since that may take some seconds. What is stored of the user goes with the
 * session (see `AuthProvider`).
 */
export function useSignOut() {
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);
  const leave = async () => {
    // The server hears of it while the token is there; without a network the push service tells it later that nobody is there.
    const device = within(CODE_MS, import('../../lib/forget-device.ts')).then(({ forgetDevice }) => forgetDevice());
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
