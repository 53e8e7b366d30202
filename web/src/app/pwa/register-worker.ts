import { keepLooking } from '../../lib/server/server-version.ts';

/** How long switching to an accepted version may take before its page is loaded from the server instead. */
const SWITCH_MS = 5_000;

/**
 * Registers the offline worker and keeps looking for a new version. `onUpdate` is called for each installed version,
 * with the function that switches to it and the one that calls this off again; and again when another tab has switched,
 * or this one after it was called off, because the files of this page's version are then deleted. Returns the function
 * that stops all this.
 */
export async function registerWorker(onUpdate: (update: () => void, callOff: () => void) => void): Promise<() => void> {
  const { serviceWorker } = navigator;
  const stopping = new AbortController();
  const { signal } = stopping;
  let controller = serviceWorker.controller;
  let isAgreed = false;
  let stopWaiting = () => {};

  const registration = await serviceWorker.register('/sw.js');
  const update = () => {
    // If another tab was quicker, no version waits: the new one is in use, and only this page is still the old one.
    if (!registration.waiting) return location.reload();
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    if (!isAgreed) stopWaiting = reloadInTime(registration);
    isAgreed = true;
  };
  // The browser may switch all the same, but the page is not reloaded: somebody may be typing by then.
  const callOff = () => {
    stopWaiting();
    isAgreed = false;
  };
  const offer = () => onUpdate(update, callOff);
  const onControllerChange = () => {
    stopWaiting();
    if (isAgreed) return location.reload();
    // The very first worker takes over a page of its own version: that is no update.
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
  // Another tab may have begun to install a version, or left one waiting, before this page listened.
  onUpdateFound();
  // Without a worker the page came from the server, so it already has that version.
  if (registration.waiting && controller) offer();

  signal.addEventListener(
    'abort',
    keepLooking(() => void registration.update().catch(() => undefined)),
  );
  return () => stopping.abort();
}

/**
 * Reloads the page from the server, without any worker, unless that is cancelled. A browser releases the old worker
 * only when no page makes requests through it: Chromium waits up to five minutes for that, and each request of a page,
 * including polls, restarts the wait. The reloaded page registers the new worker. If the server does not answer, the
 * old version is kept, because it works offline, too. It is also kept if notifications arrive here, because
 * unregistering the worker would end them; then the switch is awaited, however long the browser takes.
 */
function reloadInTime(registration: ServiceWorkerRegistration): () => void {
  let isOver = false;
  const timer = setInterval(() => void attempt().catch(() => undefined), SWITCH_MS);
  const attempt = async () => {
    const subscription = await registration.pushManager?.getSubscription();
    if (subscription) return;
    const { ok } = await fetch('/sw.js', { cache: 'no-store' });
    if (!ok || isOver) return;
    await registration.unregister();
    if (isOver) return;
    stop();
    location.reload();
  };
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}
