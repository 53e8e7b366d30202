/// <reference lib="dom" />
import type { Page, Worker } from 'playwright-core';
import { stack } from './stack.ts';
import { until } from './until.ts';

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Message {
  payload: {
    notification: { body: string; navigate: string; tag: string };
    countersign: { push: string; event: string };
  };
}

/** A subscription at the local push service. */
export async function newSubscription(): Promise<Subscription> {
  return (await (await fetch(`${stack.pushUrl}/subscriptions`, { method: 'POST' })).json()) as Subscription;
}

/** What has arrived there, decrypted. */
export async function received({ id }: Subscription): Promise<Message[]> {
  return (await (await fetch(`${stack.pushUrl}/subscriptions/${id}`)).json()) as Message[];
}

/**
 * Gives pages this subscription when they ask their browser for one: Chromium under automation asks its maker's push
 * service and never gets an answer. Everything else in the browser is real.
 */
export async function stubSubscription(page: Page, { endpoint, keys }: Subscription): Promise<void> {
  await page.addInitScript(
    ([endpoint, keys]) => {
      const KEY = 'test.subscribed';
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        async unsubscribe() {
          localStorage.removeItem(KEY);
          return true;
        },
      };
      const current = () => (localStorage.getItem(KEY) ? subscription : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        async subscribe() {
          localStorage.setItem(KEY, '1');
          return subscription;
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/**
 * Delivers messages to a page's offline worker as its browser does, again until they are `seen` to have arrived:
 * Chromium does not report that a worker that has just started was not ready.
 */
export async function pushTo(page: Page): Promise<(message: Message, seen: () => Promise<boolean>) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let registrationId: string | undefined;
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(stack.url) && !isDeleted);
    registrationId = own?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(stack.url);
  return async ({ payload }, seen) => {
    const data = JSON.stringify(payload);
    const deliver = async () => {
      if (registrationId === undefined) return false;
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      return until('a message to be shown', seen, { timeoutMs: 5_000 }).catch(() => false);
    };
    await until(`a push of ${payload.countersign.event} to be shown`, deliver, { timeoutMs: 60_000 });
  };
}

/** The texts of the notifications that are shown. */
export function shownBy(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ body }) => body);
  });
}

/** Taps the shown notification; resolves with the page it opens, which is noted: only a person's tap may open one. */
export function tap(worker: Worker): Promise<string> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (path: string) => Promise<null> };
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (path) => {
        resolve(path);
        return null;
      };
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });
}
