import { useUser } from '../../lib/auth/auth-context.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteAccount } from './mutations.ts';

/** Asks, then deletes the account with everything in it. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { email } = useUser();
  const { mutate: deleteAccount, isPending } = useDeleteAccount();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => deleteAccount()}
      pending={isPending}
      title="Delete your account?"
      confirmLabel="Delete account"
    >
      {email} and everything in it will be deleted: projects, tasks with their history, repositories and containers,
      including running ones. This cannot be undone.
    </ConfirmDialog>
  );
}
