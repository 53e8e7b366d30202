import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';

/** Goes from this page to another one, unless the person has left it already: the reply that asks for it may come late. */
export function useLeave(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options);
  };
}
