import { Workbox } from 'workbox-window';

const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Registers the offline worker and looks for a new version every hour; a page that stays open for days would not
 * hear of one otherwise. `onUpdate` gets the way to switch to a version that has been installed and waits.
 */
export async function registerWorker(onUpdate: (activate: () => void) => void): Promise<() => void> {
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () =>
    onUpdate(() => {
      worker.addEventListener('controlling', () => location.reload());
      worker.messageSkipWaiting();
    }),
  );
  const registration = await worker.register();
  const timer = setInterval(() => void registration?.update().catch(() => undefined), CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
