import { type CreateWebhook, type Device, routes, type UpdateDevice } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/auth/auth-context.ts';
import { forgetOwnDevice, ownDevice } from '../../lib/notifications/own-device.ts';
import { currentSubscription, deviceIdOf } from '../../lib/notifications/push-subscription.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { keepNotified } from './keep-notified.ts';
import { testWords } from './outcome-words.ts';
import { registerHere } from './register-here.ts';

/** Asks for permission and turns notifications on for this browser. Resolves to false if the person refused. */
export function useTurnOn() {
  const { uid } = useUser();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const isOn = (await registerHere(publicKey)) !== null;
      // It takes the place of one that has stopped here. What fails in that, the next start makes up for. No key: it has
      // just been made with the right one.
      if (isOn) await keepNotified(uid, async () => null).catch(() => undefined);
      return isOn;
    },
    onSuccess: (isOn) => {
      if (isOn) toast.success('Notifications are on', 'This device will notify you when something needs your decision');
      void refresh();
    },
    onError: (error) => toast.error(messageOf(error), 'Notifications could not be turned on'),
  });
}

/** Removes a device; if it is this browser, its subscription also ends. */
export function useRemoveDevice() {
  const { uid } = useUser();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id }: Device) => {
      await api.call(routes.deleteDevice, { params: { id } });
      if (ownDevice(uid) === id) forgetOwnDevice(uid);
      // The server no longer sends anything there, whatever the browser's push service says.
      const subscription = await currentSubscription();
      const isOwn = subscription !== null && (await deviceIdOf(subscription)) === id;
      if (isOwn) await subscription.unsubscribe().catch(() => undefined);
    },
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error), 'Failed to remove the device'),
  });
}

/** Changes a device's settings; one change after the other, so that the last one is the one stored. */
export function useUpdateDevice(id: string) {
  const refresh = useRefresh();
  return useMutation({
    scope: { id: `device ${id}` },
    mutationFn: (body: UpdateDevice) => api.call(routes.patchDevice, { params: { id }, body }),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error), 'Failed to change the device'),
  });
}

/** Sends a test, and reports its outcome. */
export function useTestDevice(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.call(routes.postDeviceTest, { params: { id } }),
    onSuccess: ({ lastOutcome }) => {
      const { isGood, text } = testWords(lastOutcome);
      if (isGood) toast.success('Test sent', text);
      else toast.error(text, 'The test did not arrive');
    },
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error), 'Failed to send the test'),
  });
}

/** Adds a webhook; the form shows errors. */
export function useCreateWebhook() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CreateWebhook) => api.call(routes.postWebhook, { body }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.devices });
}
