import type { Repository } from '@countersign/contract';
import { fullName } from '../../entities/repository/full-name.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteRepository } from './mutations.ts';

interface DeleteRepositoryDialogProps {
  repository: Repository;
  onClose: () => void;
}

/** Asks before a repository is deleted. */
export function DeleteRepositoryDialog({ repository, onClose }: DeleteRepositoryDialogProps) {
  const { mutate, isPending } = useDeleteRepository();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => mutate(repository.id, { onSuccess: onClose })}
      title="Delete repository?"
      confirmLabel="Delete"
      pending={isPending}
    >
      {fullName(repository)} is removed from Countersign, with its stored token and its link to a project. Nothing
      changes on GitHub. This cannot be undone. Tasks with unpublished work in it cannot go on until it is added again.
    </ConfirmDialog>
  );
}
