import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { currentSubscription, deviceIdOf } from '../../lib/notifications/push-subscription.ts';

/**
 * Where the user is notified. The outcome of the last notification changes by itself, so it is fetched whenever the
 * list is opened.
 */
export const devicesQuery = () =>
  queryOptions({
    queryKey: keys.devices,
    queryFn: ({ signal }) => api.call(routes.listDevices, { signal }),
    staleTime: 0,
    meta: { persist: false },
  });

/** The id of this browser among them; null while it is not subscribed. */
export const ownDeviceQuery = () =>
  queryOptions({
    queryKey: [...keys.devices, 'own'],
    queryFn: async () => {
      const subscription = await currentSubscription();
      return subscription && deviceIdOf(subscription);
    },
    staleTime: 0,
  });
