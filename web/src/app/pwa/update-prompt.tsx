import { Suspense, useEffect, useState } from 'react';
import { optional } from '../../ui/loading/optional.ts';
import { registerWorker } from './register-worker.ts';
import { watchRelease } from './watch-release.ts';

const UpdateDialog = optional(async () => ({ default: (await import('./update-dialog.tsx')).UpdateDialog }));

/** Registers the offline worker and asks to reload when there is a new version of the app. */
export function UpdatePrompt() {
  const [offered, setOffered] = useState<{ update: () => void; callOff?: () => void } | null>(null);

  useEffect(() => {
    if (!import.meta.env.PROD) return;
    const offer = (update: () => void, callOff?: () => void) => setOffered({ update, callOff });
    if (!('serviceWorker' in navigator)) return watchRelease(offer);
    const registered = registerWorker(offer);
    registered.catch((error: unknown) => console.error('The offline worker could not be registered', error));
    return () => void registered.then((stop) => stop()).catch(() => undefined);
  }, []);

  if (!offered) return null;
  const later = () => {
    offered.callOff?.();
    setOffered(null);
  };
  return (
    <Suspense>
      <UpdateDialog onConfirm={offered.update} onClose={later} />
    </Suspense>
  );
}
