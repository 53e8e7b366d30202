import { onNewRelease } from '../../lib/server-release.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Milliseconds after the server was replaced: its pages follow a little later. */
const AFTER_RELEASE_MS = [0, 2 * 60 * 1000, 10 * 60 * 1000];

/**
 * Registers the offline worker and looks for a new version every hour, for pages that stay open for days, and when the server is of
 * another release. `onUpdate` is
 * called for each version that has been installed, with the function that switches to it; and once more when another tab
 * has switched, because the files of this page's version are deleted then. Returns the function that stops all this.
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
      // Where another tab was quicker, nothing waits: the new version is in use, only this page is still of the old one.
      if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
      else location.reload();
    });
  const onControllerChange = () => {
    if (isAgreed) return location.reload();
    // The first worker of all takes over a page of its own version: no update.
    if (controller) offer();
    controller = serviceWorker.controller;
  };
  const onUpdateFound = () => {
    const { installing } = registration;
    const onStateChange = () => {
      // Without an active worker this is the first one, which does not wait.
      if (installing?.state === 'installed' && registration.active) offer();
    };
    installing?.addEventListener('statechange', onStateChange, { signal });
  };
  serviceWorker.addEventListener('controllerchange', onControllerChange, { signal });
  registration.addEventListener('updatefound', onUpdateFound, { signal });
  // A version that another tab began to install, or left waiting, was found before this page listened.
  onUpdateFound();
  if (registration.waiting) offer();

  const look = () => void registration.update().catch(() => undefined);
  const timer = setInterval(look, CHECK_EVERY_MS);
  let soon: number[] = [];
  const forget = onNewRelease(() => {
    for (const one of soon) clearTimeout(one);
    soon = AFTER_RELEASE_MS.map((milliseconds) => window.setTimeout(look, milliseconds));
  });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    forget();
    for (const one of soon) clearTimeout(one);
  });
  return () => stopping.abort();
}
