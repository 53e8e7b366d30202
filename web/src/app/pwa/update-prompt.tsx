import { lazy, Suspense, useEffect, useState } from 'react';
import { registerWorker } from './register-worker.ts';

const UpdateDialog = lazy(async () => ({ default: (await import('./update-dialog.tsx')).UpdateDialog }));

/** Registers the offline worker and asks to reload when a new version of it has been installed. */
export function UpdatePrompt() {
  const [activate, setActivate] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const registered = registerWorker((switchOver) => setActivate(() => switchOver));
    registered.catch((error: unknown) => console.error('The offline worker could not be registered', error));
    return () => void registered.then((stop) => stop()).catch(() => undefined);
  }, []);

  if (!activate) return null;
  return (
    <Suspense>
      <UpdateDialog onConfirm={activate} onClose={() => setActivate(null)} />
    </Suspense>
  );
}
