import { useCallback, useSyncExternalStore } from 'react';
import { installEvent, setInstallEvent, subscribeToInstall } from '../../lib/device/install-event.ts';

const DISMISSED_AS = 'countersign.install-dismissed';

/** Whether the browser offers to install the app, and functions to accept or decline. Never while it runs installed. */
export function useInstallPrompt() {
  const event = useSyncExternalStore(subscribeToInstall, installEvent);
  const install = useCallback(async () => {
    await event?.prompt();
    setInstallEvent(null);
  }, [event]);
  const dismiss = useCallback(() => {
    localStorage.setItem(DISMISSED_AS, new Date().toISOString());
    setInstallEvent(null);
  }, []);
  return { available: event !== null && !isStandalone() && !wasDismissed(), install, dismiss };
}

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

const wasDismissed = () => localStorage.getItem(DISMISSED_AS) !== null;
