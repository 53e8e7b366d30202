import { useNavigate } from 'react-router-dom';
import { signOut } from '../lib/auth.ts';

/** Signs out and goes to /login. What is stored of the user goes with the session (see `AuthProvider`). */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    // The server hears of it while the token is there; without a network the push service tells it later that nobody is there.
    const device = import('../lib/forget-device.ts').then(({ forgetDevice }) => forgetDevice());
    await device.catch(() => undefined);
    await signOut();
    await navigate('/login');
  };
}
