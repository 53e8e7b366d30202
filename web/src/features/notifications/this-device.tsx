import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { configQuery } from '../../entities/config-query.ts';
import { pushSupport, type PushSupport } from '../../lib/notifications/push-subscription.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useTurnOn } from './mutations.ts';

const reasons: Record<Exclude<PushSupport, 'available'>, string> = {
  denied:
    'Notifications are blocked for this page. Allow them for this address in the browser’s settings, then come back.',
  needs_install:
    'On an iPhone or iPad, only apps on the home screen can show notifications. Tap Share, Add to Home Screen, then open Countersign there and turn them on.',
  unsupported: 'This browser has no push notifications. A webhook can notify you instead.',
};

/** Whoever comes back may have changed the permission in the browser's settings. */
function onReturn(tell: () => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('visibilitychange', tell, { signal });
  window.addEventListener('focus', tell, { signal });
  return () => listeners.abort();
}

/** Turns notifications on for this browser, or says why that is not possible. */
export function ThisDevice({ isOn }: { isOn: boolean }) {
  const { data: config } = useQuery(configQuery());
  const turnOn = useTurnOn();
  // Read again at each render, so also after the person has answered the browser's question.
  const support = useSyncExternalStore(onReturn, pushSupport);
  if (config === undefined || isOn) return null;
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
