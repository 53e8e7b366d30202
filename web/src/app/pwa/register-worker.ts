import { keepLooking } from '../../lib/server-version.ts';

/** How long a version that was agreed to may take to be switched to before its page comes from the server instead. */
const SWITCH_MS = 5_000;

/**
 * Registers the offline worker and keeps looking for a new version. `onUpdate` is
 * called for each version that has been installed, with the function that switches to it; and once more when another tab
 * has switched, because the files of this page's version are deleted then. Returns the function that stops all this.
 */
export async function registerWorker(onUpdate: (update: () => void) => void): Promise<() => void> {
  const { serviceWorker } = navigator;
  const stopping = new AbortController();
  const { signal } = stopping;
  let controller = serviceWorker.controller;
  let isAgreed = false;
  let stopWaiting = () => {};

  const registration = await serviceWorker.register('/sw.js');
  const offer = () =>
    onUpdate(() => {
      // Where another tab was quicker, nothing waits: the new version is in use, only this page is still of the old one.
      if (!registration.waiting) return location.reload();
      registration.waiting.postMessage({ type: 'SKIP_WAITING' });
      if (!isAgreed) stopWaiting = reloadInTime(registration);
      isAgreed = true;
    });
  const onControllerChange = () => {
    stopWaiting();
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
  // Without a worker the page came from the server: it is of that version already.
  if (registration.waiting && controller) offer();

  signal.addEventListener(
    'abort',
    keepLooking(() => void registration.update().catch(() => undefined)),
  );
  return () => stopping.abort();
}

/**
 * Reloads the page from the server, without any worker, unless that is called off. A browser lets the old worker go only when no page asks
 * it anything: Chromium waits up to five minutes for that, and each call of a page, polls among them, begins the wait anew. The reloaded
 * page registers the new worker. Without an answer of the server nothing is given up: the old version works offline, too. Nor is it where
 * notifications come here: giving the worker up would end them. There the switch is waited for, however long the browser takes.
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
