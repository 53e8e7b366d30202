import type { Task } from '@countersign/contract';
import { Check, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { canComplete, canReopen } from '../../entities/task/task-state.ts';
import { DeleteTaskDialog } from '../../features/tasks/delete-task-dialog.tsx';
import { EditTaskDialog } from '../../features/tasks/edit-task-dialog.tsx';
import { useUpdateTask } from '../../features/tasks/mutations.ts';
import { useLeave } from '../../lib/navigation/use-leave.ts';
import { Button } from '../../ui/buttons/button.tsx';

/** Complete, reopen, edit and delete: the buttons may move as the window changes, while an open dialog stays. */
export function useTaskActions(task: Task): { buttons: ReactNode; dialogs: ReactNode } {
  const leave = useLeave();
  const update = useUpdateTask();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const [editing, setEditing] = useState(0);
  const move = (status: 'completed' | 'pending') => update.mutate({ id: task.id, changes: { status } });
  const close = () => setDialog(null);
  const edit = () => {
    setEditing((before) => before + 1);
    setDialog('edit');
  };
  const buttons = (
    <>
      {canComplete(task) && (
        <Button variant="outline" colorPalette="neutral" disabled={update.isPending} onClick={() => move('completed')}>
          <Check size={16} aria-hidden />
          Complete
        </Button>
      )}
      {canReopen(task) && (
        <Button variant="outline" colorPalette="neutral" disabled={update.isPending} onClick={() => move('pending')}>
          <RotateCcw size={16} aria-hidden />
          Reopen
        </Button>
      )}
      <Button variant="outline" colorPalette="neutral" onClick={edit}>
        <Pencil size={16} aria-hidden />
        Edit
      </Button>
      <Button variant="outline" colorPalette="reject" onClick={() => setDialog('delete')}>
        <Trash2 size={16} aria-hidden />
        Delete
      </Button>
    </>
  );
  const dialogs = (
    <>
      {/* Each opening starts with the task's current data. */}
      <EditTaskDialog key={editing} task={task} open={dialog === 'edit'} onClose={close} />
      <DeleteTaskDialog
        task={task}
        open={dialog === 'delete'}
        onClose={close}
        onDeleted={() => leave('/tasks', { replace: true })}
      />
    </>
  );
  return { buttons, dialogs };
}
