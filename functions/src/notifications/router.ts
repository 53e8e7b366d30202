import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { notFound } from '../lib/errors.ts';
import { deleteDevice, listDevices, updateDevice } from './change-device.ts';
import { createWebhook } from './create-webhook.ts';
import { registerDevice } from './register-device.ts';
import { settle } from './settle.ts';
import { sendTest } from './send-test.ts';

/** The devices on which a user is notified. */
export function mountDevices(mount: Mount<UserCaller>): void {
  mount(routes.listDevices, listDevices);
  mount(routes.postDevice, (caller, { body }) => registerDevice(caller, body));
  mount(routes.postWebhook, (caller, { body }) => createWebhook(caller, body));
  mount(routes.patchDevice, (caller, { params, body }) => updateDevice(caller, params.id, body));
  mount(routes.deleteDevice, (caller, { params }) => deleteDevice(caller, params.id));
  mount(routes.postDeviceTest, (caller, { params }) => sendTest(caller, params.id));
}

/**
 * A service worker has no user's token. Knowing a push's id proves that it was received, and allows reporting its
 * outcome only.
 */
export function mountReceipts(mount: Mount<undefined>): void {
  mount(routes.postPushReceipt, async (_nobody, { body: { push, outcome } }) => {
    if (!(await settle(push, { outcome }))) throw notFound('Notification');
  });
}
