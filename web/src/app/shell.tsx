import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { refetchEverything } from '../features/live/refetch.ts';
import { useUser } from '../lib/auth/auth-context.ts';
import { persistOptionsOf } from '../lib/last-seen/list-persister.ts';
import { createQueryClient } from '../lib/queries/query-client.ts';
import { settle } from '../lib/timing/when-settled.ts';
import { ToastRegion } from '../ui/toaster/toast-region.tsx';
import { KeptQueries } from './kept-queries.tsx';
import { Layout } from './layout/layout.tsx';

/** The frame of all signed-in pages. There is one per user, so that no user ever sees data fetched for another. */
export function Shell() {
  const { uid } = useUser();
  return <ShellOf key={uid} uid={uid} />;
}

function ShellOf({ uid }: { uid: string }) {
  const [client] = useState(createQueryClient);
  const [persistOptions] = useState(() => persistOptionsOf(uid));
  // Data kept from the last visit is shown at once and then fetched again, because nothing goes stale by itself.
  const fetchAnew = useCallback(() => refetchEverything(client), [client]);
  useEffect(() => settleWhenFetched(client), [client]);
  return (
    <KeptQueries client={client} persistOptions={persistOptions} onRestored={fetchAnew}>
      <Layout />
      <ToastRegion hasSidebar />
    </KeptQueries>
  );
}

/** What is kept from the last visit does not count: it is fetched again at once. Returns the function that stops waiting. */
function settleWhenFetched(client: QueryClient): () => void {
  const stop = client.getQueryCache().subscribe((event) => {
    const isAnswered = event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error');
    if (!isAnswered || client.isFetching() > 0) return;
    stop();
    settle();
  });
  return stop;
}
