import type { Container } from '@countersign/contract';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteContainer } from './mutations.ts';

interface ShutDownDialogProps {
  container: Pick<Container, 'id'>;
  open: boolean;
  onClose: () => void;
  /** Called once it is gone; the container's own page then goes elsewhere. */
  onDeleted?: () => void;
}

/** Asks, then shuts the container down. Stays open if the server refuses. */
export function ShutDownDialog({ container, open, onClose, onDeleted }: ShutDownDialogProps) {
  const remove = useDeleteContainer();
  const confirm = () =>
    remove.mutate(container.id, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title="Shut down container?"
      confirmLabel="Delete"
      pending={remove.isPending}
    >
      This permanently shuts down and deletes the container and terminates running tasks. It cannot be undone. Tasks it
      has begun fail, including those that wait for you, and their saved work is deleted.
    </ConfirmDialog>
  );
}
