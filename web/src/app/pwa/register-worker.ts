const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Registers the offline worker and looks for a new version every hour; a page that stays open for days would not hear of
 * one otherwise. `onUpdate` gets the way to go on with a version that has been installed: for each one, and once more when
 * another tab has switched to it, for then this page runs on what is not kept any more. Returns the way to stop.
 */
export async function registerWorker(onUpdate: (update: () => void) => void): Promise<() => void> {
  const { serviceWorker } = navigator;
  const stopping = new AbortController();
  const { signal } = stopping;
  let controller = serviceWorker.controller;
  let isAgreed = false;

  const registration = await serviceWorker.register('/sw.js');
  const offer = () =>
    onUpdate(() => {
      isAgreed = true;
      // Nothing waits where another tab was quicker: the new version is there, only this page is not of it.
      if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
      else location.reload();
    });
  const onControllerChange = () => {
    if (isAgreed) return location.reload();
    // The first worker takes over a page that is of its own version.
    if (controller) offer();
    controller = serviceWorker.controller;
  };
  const onUpdateFound = () => {
    const { installing } = registration;
    const onStateChange = () => {
      // Without an active one it is the first, and does not wait.
      if (installing?.state === 'installed' && registration.active) offer();
    };
    installing?.addEventListener('statechange', onStateChange, { signal });
  };
  serviceWorker.addEventListener('controllerchange', onControllerChange, { signal });
  registration.addEventListener('updatefound', onUpdateFound, { signal });
  // What another tab began to install, or left waiting, was found before anybody listened here.
  onUpdateFound();
  if (registration.waiting) offer();

  const timer = setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => stopping.abort();
}
