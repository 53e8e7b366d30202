import { useNavigate } from 'react-router-dom';
import { signOut } from '../lib/auth.ts';

/** Signs out and goes to /login. What is stored of the user goes with the session (see `AuthProvider`). */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate('/login');
  };
}
