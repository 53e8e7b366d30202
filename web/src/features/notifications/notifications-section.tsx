import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import type { SavedFields } from '../../lib/forms/use-leave-when-saved.ts';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { DeviceRow } from './device-row.tsx';
import { devicesQuery, ownDeviceQuery } from './queries.ts';
import { ThisDevice } from './this-device.tsx';

/** Where the user is notified: this browser, others, webhooks. `fields`: the registry of the dialog around it. */
export function NotificationsSection({ fields }: { fields?: SavedFields }) {
  const devices = useQuery(devicesQuery());
  const { data: own = null } = useQuery(ownDeviceQuery());
  const isOn = devices.data?.some(({ id }) => id === own) ?? false;
  return (
    <chakra.section aria-labelledby="notifications" borderTopWidth="1px" py="20px" display="grid" gap="12px">
      <div>
        <chakra.h3 id="notifications" textStyle="cardTitle">
          Notifications
        </chakra.h3>
        <chakra.p textStyle="sm" color="fg.muted">
          Devices that you turn on are notified at once when something needs your decision, and again after five
          minutes; also when a task fails or finishes, an agent goes silent or a daily cap pauses a container.
        </chakra.p>
      </div>
      {devices.data && <ThisDevice isOn={isOn} />}
      {devices.data && devices.data.length > 0 && (
        <chakra.ul>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} isOwn={device.id === own} fields={fields} />
          ))}
        </chakra.ul>
      )}
      {devices.isError && <LoadFailure what="Devices" error={devices.error} onRetry={() => void devices.refetch()} />}
      <AddWebhook fields={fields} />
    </chakra.section>
  );
}
