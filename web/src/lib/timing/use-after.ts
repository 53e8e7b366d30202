import { useEffect, useState } from 'react';

/** True once `ms` have passed since the component was mounted, or since `what` changed. */
export function useAfter(ms: number, what?: unknown): boolean {
  const [seen, setSeen] = useState({ what, passed: false });
  if (seen.what !== what) setSeen({ what, passed: false });
  useEffect(() => {
    const timer = setTimeout(() => setSeen({ what, passed: true }), ms);
    return () => clearTimeout(timer);
  }, [ms, what]);
  return seen.what === what && seen.passed;
}
