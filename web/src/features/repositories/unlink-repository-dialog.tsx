import type { Repository } from '@countersign/contract';
import { fullName } from '../../entities/repository/full-name.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useLinkRepository } from './mutations.ts';

interface UnlinkRepositoryDialogProps {
  repository: Repository;
  open: boolean;
  onClose: () => void;
}

/** Asks before a repository is removed from its project. */
export function UnlinkRepositoryDialog({ repository, open, onClose }: UnlinkRepositoryDialogProps) {
  const { mutate, isPending } = useLinkRepository();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => mutate({ repositoryId: repository.id, projectId: null }, { onSuccess: onClose })}
      title="Unlink repository?"
      confirmLabel="Unlink"
      pending={isPending}
      tone="primary"
    >
      Tasks of this project will not work on {fullName(repository)} any more. It stays in your repositories. Tasks with
      unpublished work in it cannot go on until it is linked again.
    </ConfirmDialog>
  );
}
