import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';

/**
 * Navigates from this page to another one, unless the person has already left it: the reply that triggers it may come
 * late.
 */
export function useLeave(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options);
  };
}
