import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

type Listener = (event: { data?: unknown; waitUntil: (work: Promise<unknown>) => void }) => void;

/** The offline worker in this environment; returns how to dispatch an event to it, which resolves when it is handled. */
function startWorker(self: object, UrlHere = URL) {
  const listeners: Record<string, Listener> = {};
  const scope = {
    ...self,
    location: { origin: 'https://countersign.example' },
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
  };
  const source = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8');
  runInNewContext(source, { self: scope, URL: UrlHere, fetch: async () => undefined });
  return async (name: string, data?: unknown) => {
    const done: Promise<unknown>[] = [];
    listeners[name]?.({ data: { json: () => data }, waitUntil: (work) => void done.push(work) });
    await Promise.all(done);
  };
}

it('the offline worker tells open pages that the browser has changed its subscription', async () => {
  const page = { postMessage: vi.fn() };
  const dispatch = startWorker({ clients: { matchAll: async () => [page] } });
  await dispatch('pushsubscriptionchange');
  expect(page.postMessage).toHaveBeenCalledWith('subscription-changed');
});

it('marks the icon of the app with the number of waiting requests, and shows the notification without one all the same', async () => {
  const setAppBadge = vi.fn(() => Promise.reject(new Error('not installed')));
  const clearAppBadge = vi.fn(async () => undefined);
  const showNotification = vi.fn(async () => undefined);
  const dispatch = startWorker({
    clients: { matchAll: async () => [] },
    registration: { showNotification },
    navigator: { setAppBadge, clearAppBadge },
  });
  const notification = { title: 'Countersign', body: 'A request is waiting in Engine', navigate: '/approvals/weave' };
  const push = (more: object) => dispatch('push', { notification, countersign: { event: 'approval' }, ...more });
  await push({ app_badge: 3 });
  expect(setAppBadge.mock.calls).toEqual([[3]]);
  await push({});
  expect(clearAppBadge).not.toHaveBeenCalled();
  await push({ app_badge: 0 });
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(showNotification).toHaveBeenCalledTimes(3);
});

it('shows a notification and opens its page in a browser without URL.canParse as well', async () => {
  class OlderUrl extends URL {
    static override canParse = undefined as never;
  }
  const showNotification = vi.fn(async () => undefined);
  const worker = { clients: { matchAll: async () => [] }, registration: { showNotification }, navigator: {} };
  const dispatch = startWorker(worker, OlderUrl);
  for (const navigate of ['/approvals/weave', 'https://other.example//elsewhere', 'https://['])
    await dispatch('push', { notification: { title: 'Countersign', body: 'A request is waiting', navigate } });
  const shown = showNotification.mock.calls as unknown as [string, { data: { path: string } }][];
  expect(shown.map(([, { data }]) => data.path)).toEqual(['/approvals/weave', '/elsewhere', '/']);
});
