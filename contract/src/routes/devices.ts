import * as z from 'zod/mini';
import { createWebhook, device, pushReceipt, registerDevice, updateDevice } from '../entities/device.ts';
import { route } from './route.ts';

/** The routes of notifications; a part of `routes`, in a file of its own that pages load only where they need it. */

export const listDevices = route({
  method: 'GET',
  path: '/api/devices',
  summary: 'The devices and webhooks that you are notified on, oldest first',
  reply: z.array(device),
});
export const postDevice = route({
  method: 'POST',
  path: '/api/devices',
  summary:
    'Registers a browser for notifications by its push subscription; the same subscription again is the same device',
  body: registerDevice,
  reply: device,
  status: 201,
});
export const patchDevice = route({
  method: 'PATCH',
  path: '/api/devices/:id',
  summary: 'Changes what a device is notified of, and when',
  body: updateDevice,
  reply: device,
});
export const deleteDevice = route({
  method: 'DELETE',
  path: '/api/devices/:id',
  summary: 'Removes a device or webhook; it gets no more notifications',
});
export const postDeviceTest = route({
  method: 'POST',
  path: '/api/devices/:id/test',
  summary: 'Sends a test notification and says what became of it',
  reply: device,
});
export const postWebhook = route({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Adds an ntfy or Slack webhook, which is sent a link; nothing can be decided by it',
  body: createWebhook,
  reply: device,
  status: 201,
});
export const postPushReceipt = route({
  method: 'POST',
  path: '/api/push-receipts',
  caller: 'public',
  summary: 'A device says that it has shown a notification, or that it was opened',
  body: pushReceipt,
});
