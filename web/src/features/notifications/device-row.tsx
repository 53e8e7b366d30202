import type { Device } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import type { SavedFields } from '../../lib/forms/use-leave-when-saved.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { useRemoveDevice, useTestDevice, useUpdateDevice } from './mutations.ts';
import { outcomeWords } from './outcome-words.ts';
import { QuietHoursSetting } from './quiet-hours-setting.tsx';

interface DeviceRowProps {
  device: Device;
  isOwn: boolean;
  /** The registry of the dialog around it. */
  fields: SavedFields | undefined;
}

/** One device or webhook: the outcome of its last notification, a test, its settings, and its removal. */
export function DeviceRow({ device, isOwn, fields }: DeviceRowProps) {
  const { id, label, host, kind, details, role, quietHours, lastOutcome } = device;
  const update = useUpdateDevice(id);
  const test = useTestDevice(id);
  const remove = useRemoveDevice();
  return (
    <Row aria-label={label}>
      <Head>
        <chakra.div minW={0}>
          <chakra.p fontWeight="500" overflowWrap="anywhere">
            {label}
            {isOwn && <chakra.span color="fg.muted"> · this device</chakra.span>}
            {kind === 'webhook' && <chakra.span color="fg.muted"> · {host}</chakra.span>}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {outcomeWords(lastOutcome)}
            {lastOutcome && (
              <>
                {' '}
                <RelativeTime iso={lastOutcome.at} />
              </>
            )}
          </chakra.p>
        </chakra.div>
        <chakra.div display="flex" gap="4px">
          <Button variant="ghost" size="sm" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <IconButton
            label={`Remove ${label}`}
            size="sm"
            icon={<Trash2 size={16} aria-hidden />}
            disabled={remove.isPending}
            onClick={() => remove.mutate(device)}
          />
        </chakra.div>
      </Head>
      <Disclosure summary="Notification settings">
        <Switch label="Titles of requests" checked={details} onChange={(on) => update.mutate({ details: on })} />
        <Note>When off, a notification says only that something is waiting, and in which project.</Note>
        <Switch
          label="Only if you do not respond elsewhere"
          checked={role === 'backup'}
          onChange={(on) => update.mutate({ role: on ? 'backup' : 'first' })}
        />
        <Note>
          This device is then notified only of requests, ten minutes after the others. If all devices are set so, each
          is notified of everything at once.
        </Note>
        <QuietHoursSetting
          value={quietHours}
          onSave={(hours) => update.mutateAsync({ quietHours: hours })}
          fields={fields}
        />
      </Disclosure>
    </Row>
  );
}

const Row = chakra('li', { base: { borderTopWidth: '1px', py: '8px' } });
const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '8px' },
});
const Note = chakra('p', { base: { color: 'fg.muted', textStyle: 'sm', mb: '8px', maxW: '36ch' } });
