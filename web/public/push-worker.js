// What the offline worker does with push messages; imported by it (vite.config.ts). Safari shows the same messages by itself where it knows
// declarative ones. A notification has no action of its own: it opens the page of what it is about, where everything is decided.
(() => {
  const ICONS = { icon: '/icon-192.png', badge: '/icon-monochrome-512.png', lang: 'en' };

  self.addEventListener('push', (event) => event.waitUntil(onPush(messageOf(event.data))));

  self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    const { path = '/', push } = notification.data ?? {};
    notification.close();
    event.waitUntil(Promise.all([report(push, 'opened'), open(path)]));
  });

  // A worker has no token with which the server would take a new subscription: an open page makes one, else the next that is opened.
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellPages()));

  async function tellPages() {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage('subscription-changed');
  }

  async function onPush({ notification, countersign }) {
    const { title, body, navigate, tag, silent } = notification;
    const { push, event } = countersign ?? {};
    if (event === 'closed' && (await isLookedAt())) return close(tag);
    // What has been decided is replaced and not taken away: browsers want each push to be seen, and give up a subscription otherwise.
    await self.registration.showNotification(title, {
      ...ICONS,
      body,
      tag,
      silent: silent === true,
      renotify: silent !== true && Boolean(tag),
      data: { path: pathOf(navigate), push },
    });
    await report(push, 'shown');
  }

  /** A message that cannot be read still has to be shown. */
  function messageOf(data) {
    try {
      const message = data.json();
      if (typeof message.notification.title === 'string') return message;
    } catch {
      // Told below.
    }
    return { notification: { title: 'Countersign', body: 'Something waits for you', navigate: '/', tag: 'unknown' } };
  }

  /** Wherever a message says that it leads, it is a page of this app. */
  function pathOf(address) {
    const { pathname } = URL.canParse(address, self.location.origin)
      ? new URL(address, self.location.origin)
      : { pathname: '/' };
    return pathname.replace(/^\/+/, '/'); // two would begin the name of another host
  }

  /** Where the app is on screen the page shows what was decided. */
  async function isLookedAt() {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return pages.some((page) => page.visibilityState === 'visible');
  }

  async function close(tag) {
    for (const shown of await self.registration.getNotifications({ tag })) shown.close();
  }

  /** A page that shows it already, else a new one: what somebody has typed in another one stays there. */
  async function open(path) {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = pages.find((page) => new URL(page.url).pathname === path);
    await (same ? same.focus() : self.clients.openWindow(path));
  }

  /** Tells the server what became of a push; without a network it stays `sent`. */
  async function report(push, outcome) {
    if (!push) return;
    const body = JSON.stringify({ push, outcome });
    const headers = { 'Content-Type': 'application/json' };
    await fetch('/api/push-receipts', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  }
})();
