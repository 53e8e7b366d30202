import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';

/** Goes from this page to another one; when a late reply asks for it, only if this is still the page on screen. */
export function useLeave(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options);
  };
}
