import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configQuery } from '../../entities/config-query.ts';
import { keys } from '../../entities/query-keys.ts';
import { useUser } from '../../lib/auth/auth-context.ts';
import { usePushSupport } from '../../lib/notifications/use-push-support.ts';
import { whenIdle } from '../../lib/timing/when-idle.ts';
import { keepNotified } from './keep-notified.ts';

/**
 * Checks this browser's subscription when the app starts, and when the browser has changed it, or the person its
 * permission; renders nothing.
 */
export function NotifiedHere() {
  const { uid } = useUser();
  const queries = useQueryClient();
  const support = usePushSupport();
  useEffect(() => {
    const readKey = async () => (await queries.fetchQuery(configQuery())).push?.publicKey ?? null;
    const check = () => {
      keepNotified(uid, readKey)
        .catch(() => undefined) // the next start checks again
        .finally(() => void queries.invalidateQueries({ queryKey: keys.devices }));
    };
    // Sent by the offline worker (web/public/push-worker.js).
    const onMessage = ({ data }: MessageEvent) => {
      if (data === 'subscription-changed') check();
    };
    const cancel = whenIdle(check);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => {
      cancel();
      navigator.serviceWorker?.removeEventListener('message', onMessage);
    };
  }, [uid, queries, support]);
  return null;
}
