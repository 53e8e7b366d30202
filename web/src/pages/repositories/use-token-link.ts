import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStableCallback } from '../../lib/use-stable-callback.ts';

/**
 * `?token={id}` opens the dialog for that repository's token, once: neither a reload nor going back in history opens it
 * again.
 */
export function useTokenLink(open: (repositoryId: string) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('token');
  const openOnce = useStableCallback((repositoryId: string) => {
    open(repositoryId);
    setParameters({}, { replace: true });
  });
  useEffect(() => {
    if (wanted !== null) openOnce(wanted);
  }, [wanted, openOnce]);
}
