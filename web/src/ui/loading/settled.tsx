import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { whenSettled } from '../../lib/timing/when-settled.ts';

/** Renders lazy parts once the first page shows what it fetched: they are not urgent. */
export function Settled({ children }: { children: ReactNode }) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => whenSettled(() => startTransition(() => setSettled(true))), []);
  return <Suspense>{isSettled && children}</Suspense>;
}
