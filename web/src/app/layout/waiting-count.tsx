import { useEffect } from 'react';
import { useWaiting } from '../../features/approvals/use-waiting.ts';
import { setWaitingCount } from '../../lib/navigation/tab-title.ts';

/**
 * Shows the number of waiting items in the tab's title and on the app's icon while somebody is signed in; renders
 * nothing.
 */
export function WaitingCount() {
  const waiting = useWaiting();
  useEffect(() => setWaitingCount(waiting), [waiting]);
  useEffect(() => () => setWaitingCount(0), []);
  return null;
}
