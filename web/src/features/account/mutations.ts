import { routes } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { signOut } from '../../lib/auth.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Deletes the account with everything in it, then signs out. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => api.call(routes.deleteAccount),
    onSuccess: () => signOut(),
    onError: () => toast.error('Failed to delete account'),
  });
}
