/** What the offline worker (web/public/push-worker.js) notes on a notification; one that the browser itself shows has none. */
interface Noted {
  path?: string;
  at?: number;
}

/**
 * Closes this device's notifications of requests that no longer wait. `before`: one that was shown later (ms) stays,
 * because it may be about a request that is newer than the list.
 */
export async function closeDecided(waiting: ReadonlySet<string>, before: number): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) {
    const { path = addressOf(notification), at = 0 } = (notification.data ?? {}) as Noted;
    const [, id] = /\/approvals\/([^/]+)$/.exec(path) ?? [];
    if (id !== undefined && at < before && !waiting.has(id)) notification.close();
  }
}

/** Where a declarative notification leads. */
const addressOf = (notification: Notification) => (notification as { navigate?: string }).navigate ?? '';
