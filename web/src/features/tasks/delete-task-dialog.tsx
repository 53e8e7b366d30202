import type { Task } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteTask } from './mutations.ts';

interface DeleteTaskDialogProps {
  task: Task;
  open: boolean;
  onClose: () => void;
  /** Called once it is gone; the task's own page then goes elsewhere. */
  onDeleted?: () => void;
}

/** Asks, then deletes the task. Stays open if the server refuses. */
export function DeleteTaskDialog({ task, open, onClose, onDeleted }: DeleteTaskDialogProps) {
  const { mutate, isPending } = useDeleteTask(task.id, () => {
    onClose();
    onDeleted?.();
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => mutate()}
      title="Delete task?"
      confirmLabel="Delete"
      pending={isPending}
    >
      “{visibleText(task.title)}” and its execution history are deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
