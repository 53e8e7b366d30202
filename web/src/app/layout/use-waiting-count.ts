import { useEffect } from 'react';
import { useWaiting } from '../../features/approvals/use-waiting.ts';
import { setWaitingCount } from '../../lib/tab-title.ts';

/** Keeps the number of items that wait in the tab's title and on the app's icon, as long as somebody is signed in. */
export function useWaitingCount(): void {
  const waiting = useWaiting();
  useEffect(() => setWaitingCount(waiting), [waiting]);
  useEffect(() => () => setWaitingCount(0), []);
}
