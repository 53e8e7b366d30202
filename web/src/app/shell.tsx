import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { useState } from 'react';
import { useUser } from '../lib/auth-context.ts';
import { persistOptionsOf } from '../lib/list-persister.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { refetchEverything } from '../lib/refetch.ts';
import { ToastRegion } from '../ui/toaster/toast-region.tsx';
import { Layout } from './layout/layout.tsx';

/** Everything signed-in pages stand in. One per user, so that nobody ever sees what was fetched for another. */
export function Shell() {
  const { uid } = useUser();
  return <ShellOf key={uid} uid={uid} />;
}

function ShellOf({ uid }: { uid: string }) {
  const [client] = useState(createQueryClient);
  const [persistOptions] = useState(() => persistOptionsOf(uid));
  return (
    // What was kept from the last visit is shown at once and fetched anew, since nothing goes stale by itself.
    <PersistQueryClientProvider
      client={client}
      persistOptions={persistOptions}
      onSuccess={() => refetchEverything(client)}
    >
      <Layout />
      <ToastRegion />
    </PersistQueryClientProvider>
  );
}
