// How the offline worker handles push messages; the worker imports it (vite.config.ts). Safari itself shows the same
// messages if it knows declarative ones. A notification has no actions: it opens the page of its subject, where
// everything is decided.
(() => {
  const ICONS = { icon: '/icon-192.png', badge: '/icon-monochrome-512.png', lang: 'en' };

  self.addEventListener('push', (event) => event.waitUntil(onPush(messageOf(event.data))));

  self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    const { path = '/', push } = notification.data ?? {};
    notification.close();
    event.waitUntil(Promise.all([report(push, 'opened'), open(path)]));
  });

  // A worker has no token with which the server would accept a new subscription: an open page subscribes, or the next
  // one opened.
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellPages()));

  async function tellPages() {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage('subscription-changed');
  }

  async function onPush({ notification, countersign, app_badge: waiting }) {
    const badge = setBadge(waiting);
    const { title, body, navigate, tag, silent } = notification;
    const { push, event } = countersign ?? {};
    if (event === 'closed' && (await isLookedAt())) return Promise.all([badge, close(tag)]);
    // A decided request's notification is replaced, not closed: browsers require each push to be visible, and otherwise
    // give up the subscription.
    await self.registration.showNotification(title, {
      ...ICONS,
      body,
      tag,
      silent: silent === true,
      renotify: silent !== true && Boolean(tag),
      data: { path: pathOf(navigate), push, at: Date.now() },
    });
    await Promise.all([badge, report(push, 'shown')]);
  }

  /** The number of waiting requests on the app's icon; refused or absent where no app is installed. */
  async function setBadge(waiting) {
    if (!Number.isInteger(waiting)) return;
    const set = waiting > 0 ? self.navigator.setAppBadge?.(waiting) : self.navigator.clearAppBadge?.();
    await set?.catch(() => undefined);
  }

  /** A message that cannot be parsed must still show something. */
  function messageOf(data) {
    try {
      const message = data.json();
      if (typeof message.notification.title === 'string') return message;
    } catch {
      // The fallback below covers this.
    }
    return { notification: { title: 'Countersign', body: 'Something waits for you', navigate: '/', tag: 'unknown' } };
  }

  /** Reduces whatever address a message gives to a page of this app. */
  function pathOf(address) {
    try {
      const { pathname } = new URL(address, self.location.origin);
      return pathname.replace(/^\/+/, '/'); // two slashes would begin another host's name
    } catch {
      return '/'; // Not asked with URL.canParse: Safari has had it only since 2023.
    }
  }

  /** If the app is on screen, the page itself shows the decision. */
  async function isLookedAt() {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return pages.some((page) => page.visibilityState === 'visible');
  }

  async function close(tag) {
    for (const shown of await self.registration.getNotifications({ tag })) shown.close();
  }

  /** Focuses a page that already shows it, or opens a new one: other pages may hold text that somebody has typed. */
  async function open(path) {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = pages.find((page) => new URL(page.url).pathname === path);
    await (same ? same.focus() : self.clients.openWindow(path));
  }

  /** Reports to the server what became of a push; without a network the outcome stays `sent`. */
  async function report(push, outcome) {
    if (!push) return;
    const body = JSON.stringify({ push, outcome });
    const headers = { 'Content-Type': 'application/json' };
    await fetch('/api/push-receipts', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  }
})();
