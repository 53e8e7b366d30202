import type { Task } from '@countersign/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteTask } from './use-delete-task.ts';

interface DeleteTaskDialogProps {
  task: Task;
  open: boolean;
  onClose: () => void;
  /** After it is gone; the task's own page goes elsewhere. */
  onDeleted?: () => void;
}

/** Asks, then deletes the task. Stays open when the server refuses. */
export function DeleteTaskDialog({ task, open, onClose, onDeleted }: DeleteTaskDialogProps) {
  const remove = useDeleteTask();
  const confirm = () =>
    remove.mutate(task.id, {
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
      title="Delete task?"
      confirmLabel="Delete"
      pending={remove.isPending}
    >
      “{task.title}” and its execution history are deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
