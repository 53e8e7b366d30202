/** The event by which Chromium tells that the app can be installed; not in TypeScript's library yet. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offered: BeforeInstallPromptEvent | null = null;
const listeners = new Set<() => void>();

/** Listens from the very start: the event comes once, often before the sign-in. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setInstallEvent(event as BeforeInstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => setInstallEvent(null));
}

/** The offer to install; null when there is none. */
export const installEvent = () => offered;

/** Withdraws the offer (null) or makes it, and tells the subscribers. */
export function setInstallEvent(event: BeforeInstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
