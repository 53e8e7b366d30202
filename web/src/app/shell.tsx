import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { useUser } from '../lib/auth-context.ts';
import { ToastRegion } from '../ui/toaster/toast-region.tsx';
import { Layout } from './layout/layout.tsx';

/** Everything signed-in pages stand in. One per user, so that nobody ever sees what was fetched for another. */
export function Shell() {
  const { uid } = useUser();
  return <ShellOfUser key={uid} />;
}

function ShellOfUser() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Layout />
      <ToastRegion />
    </QueryClientProvider>
  );
}
