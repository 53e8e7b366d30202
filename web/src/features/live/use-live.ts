import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../lib/auth/auth-context.ts';
import type { Change, News } from '../../lib/live/changes.ts';
import { throttledBatch } from '../../lib/live/throttled-batch.ts';
import { forgetEarly } from '../../lib/queries/early-calls.ts';
import { whenSettled } from '../../lib/timing/when-settled.ts';
import { refetchChanges, refetchEverything, refetchStreamed, refetchTask } from './refetch.ts';

/**
 * A flood of changes gives about seven batches of calls a second; a request and its decision are delivered without
 * delay.
 */
const BATCH_MS = 150;
const BURST = 4;

export type LiveState = 'starting' | 'on' | 'off';

/** Keeps everything on screen up to date while the app is open, with one listener on the user's signal. */
export function useLiveUpdates(uid: string): LiveState {
  return useListener(`signals/${uid}`, ofUser);
}

/** Keeps the history of one task up to date while its page is open, with a listener on the task's own signal. */
export function useLiveTask(taskId: string): LiveState {
  const { uid } = useUser();
  const ofTask = useMemo(
    () => ({ changes: refetchStreamed, everything: (client: QueryClient) => refetchTask(client, taskId) }),
    [taskId],
  );
  return useListener(`signals/${uid}/tasks/${taskId}`, ofTask);
}

/** How to react to a signal's news. */
interface Refetching {
  changes: (client: QueryClient, changes: readonly Change[]) => void;
  /** Fetches everything that the signal covers; called when something may have been missed. */
  everything: (client: QueryClient) => void;
}

const ofUser: Refetching = { changes: refetchChanges, everything: refetchEverything };

function useListener(path: string, refetch: Refetching): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('starting');

  useEffect(() => {
    let stop: (() => void) | undefined;
    let stopped = false;
    const follow = (news: News[]) => {
      forgetEarly();
      if (news.some(({ kind }) => kind === 'everything')) return refetch.everything(client);
      refetch.changes(
        client,
        news.flatMap((one) => (one.kind === 'changes' ? one.changes : [])),
      );
    };
    const batch = throttledBatch(BATCH_MS, follow, BURST);
    const begin = async () => {
      const { listen } = await import('../../lib/live/live-listener.ts');
      if (stopped) return;
      stop = await listen(path, {
        onNews: (news) => batch.add(news),
        onConnected: (connected) => !stopped && setState(connected ? 'on' : 'off'),
      });
      if (stopped) stop();
    };
    const attempt = () => {
      begin().catch((error: unknown) => {
        console.error('Live updates could not be started', error);
        if (stopped) return;
        setState('off');
        // Nothing is known about this deployment yet, and there is no network to ask.
        window.addEventListener('online', attempt, { once: true });
      });
    };
    const callOff = whenSettled(attempt);
    return () => {
      stopped = true;
      window.removeEventListener('online', attempt);
      callOff();
      batch.stop();
      stop?.();
    };
  }, [path, client, refetch]);

  return state;
}
