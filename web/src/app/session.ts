import { createQueryClient } from '../lib/query-client.ts';

/** The one query client; it never holds the data of two users (see `AuthProvider`). */
export const queryClient = createQueryClient();
