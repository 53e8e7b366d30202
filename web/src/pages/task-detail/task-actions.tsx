import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { canComplete, canReopen } from '../../entities/task/task-state.ts';
import { onSingleClick } from '../../features/approvals/press-guards/settling.ts';
import { DeleteTaskDialog } from '../../features/tasks/delete-task-dialog.tsx';
import { EditTaskDialog } from '../../features/tasks/edit-task-dialog.tsx';
import { useUpdateTask } from '../../features/tasks/mutations.ts';
import { useLeave } from '../../lib/navigation/use-leave.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';

/** Complete, reopen, edit and delete: the buttons may move as the window changes, while an open dialog stays. */
export function useTaskActions(task: Task): { buttons: ReactNode; dialogs: ReactNode } {
  const leave = useLeave();
  const update = useUpdateTask();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const [editing, setEditing] = useState(0);
  const move = (status: 'completed' | 'pending') => {
    if (!update.isPending) update.mutate({ id: task.id, changes: { status } });
  };
  const close = () => setDialog(null);
  const edit = () => {
    setEditing((before) => before + 1);
    setDialog('edit');
  };
  const buttons = (
    <Buttons task={task} isMoving={update.isPending} onMove={move} onEdit={edit} onDelete={() => setDialog('delete')} />
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

interface ButtonsProps {
  task: Task;
  isMoving: boolean;
  onMove: (status: 'completed' | 'pending') => void;
  onEdit: () => void;
  onDelete: () => void;
}

/**
 * The one that was pressed goes once that is done, and is not `disabled` until then: the focus needs a place to stay.
 * Afterwards it stays with the others, on none of them, where a second press does nothing.
 */
function Buttons({ task, isMoving, onMove, onEdit, onDelete }: ButtonsProps) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusRescue(frame, task.status);
  return (
    <div ref={frame}>
      <Row role="group" aria-label="Actions" tabIndex={-1}>
        {canComplete(task) && (
          <Button variant="outline" colorPalette="neutral" aria-disabled={isMoving} onClick={() => onMove('completed')}>
            <Check size={16} aria-hidden />
            Complete
          </Button>
        )}
        {canReopen(task) && (
          <Button
            variant="outline"
            colorPalette="neutral"
            aria-disabled={isMoving}
            onClick={onSingleClick(() => onMove('pending'))}
          >
            <RotateCcw size={16} aria-hidden />
            Reopen
          </Button>
        )}
        <Button variant="outline" colorPalette="neutral" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          Edit
        </Button>
        <Button variant="outline" colorPalette="reject" onClick={onDelete}>
          <Trash2 size={16} aria-hidden />
          Delete
        </Button>
      </Row>
    </div>
  );
}

/** On a phone in one row, each as wide as there is room, and the last never alone below the others. */
const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    '& > button': {
      flex: { base: '1 1 auto', md: 'none' },
      px: { base: '8px', md: '16px' },
      textStyle: { base: 'sm', md: 'md' },
    },
  },
});
