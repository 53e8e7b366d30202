import { IsRestoringProvider, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  type PersistQueryClientOptions,
} from '@tanstack/react-query-persist-client';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';

interface KeptQueriesProps {
  client: QueryClient;
  persistOptions: Omit<PersistQueryClientOptions, 'queryClient'>;
  /** Called once the kept data has been read, or there was none. */
  onRestored: () => void;
  children: ReactNode;
}

/**
 * Gives the pages their queries, at first with the data kept from the last visit. The library's own provider does the
 * same, but then renders the page in one go (decision 005).
 */
export function KeptQueries({ client, persistOptions, onRestored, children }: KeptQueriesProps) {
  const [isRestoring, setRestoring] = useState(true);
  const [options] = useState({ ...persistOptions, queryClient: client });
  const hasBegun = useRef(false);

  useEffect(() => {
    if (!isRestoring) return persistQueryClientSubscribe(options);
    if (hasBegun.current) return;
    hasBegun.current = true;
    persistQueryClientRestore(options)
      .then(onRestored)
      .catch((error: unknown) => console.error('Saved data could not be read', error))
      .finally(() => startTransition(() => setRestoring(false)));
  }, [isRestoring, options, onRestored]);

  return (
    <QueryClientProvider client={client}>
      <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>
    </QueryClientProvider>
  );
}
