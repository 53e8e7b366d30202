/// <reference lib="dom" />
import type { Page, Worker } from 'playwright-core';
import { stack } from './stack.ts';

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
 * Gives pages this subscription where they ask their browser for one: Chromium under automation asks a push service of its maker's, and never
 * hears from it. Everything else of the browser's is its own.
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

/** Hands messages to the offline worker of a page as its browser does when they arrive. */
export async function pushTo(page: Page): Promise<(message: Message) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(stack.url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  return async ({ payload }) => {
    const data = JSON.stringify(payload);
    await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(stack.url).origin, registrationId, data });
  };
}

/** The texts of the notifications that are shown. */
export function shownBy(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ body }) => body);
  });
}

/** Taps the notification that is shown; answers the page that it opens. Only a person's tap may open one, so that is noted instead. */
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
