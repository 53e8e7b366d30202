import { routes, type SetCountersignature } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { leaveDeletedAccount } from '../../lib/auth/auth.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { listPages } from '../../lib/queries/list-pages.ts';
import { putReply } from '../../lib/queries/put-reply.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Deletes the account with everything in it, then signs out. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => api.call(routes.deleteAccount),
    onSuccess: () => leaveDeletedAccount(),
    onError: (error) => toast.failure('Failed to delete account', error),
  });
}

/** Saves all of a user's data as a file: JSON, one thing per line. Every page of it is kept only as text. */
export function useExportAccount() {
  return useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      for await (const things of listPages((query) => api.callFully(routes.exportAccount, { query })))
        parts.push(things.map((thing) => `${JSON.stringify(thing)}\n`).join(''));
      saveFile(`countersign-${new Date().toISOString().slice(0, 10)}.ndjson`, 'application/x-ndjson', parts);
    },
    onError: (error) => toast.failure('Failed to download your data', error),
  });
}

/** Sets the name used in commits approved from now on; the form shows validation errors. */
export function useSetCountersignature() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetCountersignature) => api.call(routes.putCountersignature, { body }),
    onSuccess: (chosen) => {
      putReply(queries, keys.countersignature, chosen);
      toast.success('Saved', `Commits say: Countersigned-by: ${chosen.countersignedBy}`);
    },
  });
}
