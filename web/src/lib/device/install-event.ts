/** The event by which Chromium reports that the app can be installed; not in TypeScript's library yet. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offered: BeforeInstallPromptEvent | null = null;
const listeners = new Set<() => void>();

/** Listens from the very start: the event is sent once, often before the sign-in. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setInstallEvent(event as BeforeInstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => setInstallEvent(null));
}

/** The offer to install; null if there is none. */
export const installEvent = () => offered;

/** Sets or withdraws (null) the offer, and notifies the subscribers. */
export function setInstallEvent(event: BeforeInstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
