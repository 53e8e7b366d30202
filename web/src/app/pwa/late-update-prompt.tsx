import { Suspense, useEffect, useState } from 'react';
import { optional } from '../../ui/loading/optional.ts';

const UpdatePrompt = optional(async () => ({ default: (await import('./update-prompt.tsx')).UpdatePrompt }));

/** The update prompt, fetched after the page has loaded: it is not urgent. */
export function LateUpdatePrompt() {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    // The app renders in pieces: the event may have fired between the first of them and this effect.
    if (document.readyState === 'complete') return settle();
    window.addEventListener('load', settle);
    return () => window.removeEventListener('load', settle);
  }, []);
  return <Suspense>{settled && <UpdatePrompt />}</Suspense>;
}
