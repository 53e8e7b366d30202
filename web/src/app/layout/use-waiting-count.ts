import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { setWaitingCount } from '../../lib/tab-title.ts';

/** Keeps the number of items that wait in the tab's title and on the app's icon, as long as somebody is signed in. */
export function useWaitingCount(): void {
  const waiting = useQuery(approvalsQuery()).data?.length ?? 0;
  useEffect(() => setWaitingCount(waiting), [waiting]);
  useEffect(() => () => setWaitingCount(0), []);
}
