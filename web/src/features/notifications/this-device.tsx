import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { configQuery } from '../../entities/config-query.ts';
import type { PushSupport } from '../../lib/notifications/push-subscription.ts';
import { usePushSupport } from '../../lib/notifications/use-push-support.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useTurnOn } from './mutations.ts';

const reasons: Record<Exclude<PushSupport, 'available'>, string> = {
  denied:
    'Notifications are blocked for this page. Allow them for this address in the browser’s settings, then come back.',
  needs_install:
    'On an iPhone or iPad, only apps on the home screen can show notifications. Tap Share, Add to Home Screen, then open Countersign there and turn them on.',
  unsupported: 'This browser has no push notifications. A webhook can notify you instead.',
};

/** Turns notifications on for this browser, or says why that is not possible. */
export function ThisDevice({ isOn }: { isOn: boolean }) {
  const { data: config } = useQuery(configQuery());
  const turnOn = useTurnOn();
  const support = usePushSupport();
  // Blocked since they were turned on: the device is still listed, and nothing arrives there.
  if (config === undefined || (isOn && support !== 'denied')) return null;
  if (config.push === null) return <Quiet>This deployment sends no notifications to browsers.</Quiet>;
  if (support !== 'available') return <Quiet>{reasons[support]}</Quiet>;
  const { publicKey } = config.push;
  return (
    <div>
      <Button variant="outline" loading={turnOn.isPending} onClick={() => turnOn.mutate(publicKey)}>
        <Bell size={16} aria-hidden />
        Turn on here
      </Button>
    </div>
  );
}

const Quiet = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted' } });
