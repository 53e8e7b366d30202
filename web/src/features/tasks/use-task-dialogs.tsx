import type { Task } from '@countersign/contract';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { DeleteTaskDialog } from './delete-task-dialog.tsx';
import { EditTaskDialog } from './edit-task-dialog.tsx';
import { useUpdateTask } from './mutations.ts';
import type { TaskActions } from './task-card.tsx';

interface Current {
  Dialog: typeof EditTaskDialog | typeof DeleteTaskDialog;
  task: Task;
  open: boolean;
  /** Each opening starts a fresh form. */
  opening: number;
}

/**
 * The actions of a list of task cards and their dialogs: one of each for the whole list. The actions keep their
 * identity, so that cards do not rerender.
 */
export function useTaskDialogs(): { actions: TaskActions; dialogs: ReactNode } {
  const [current, setCurrent] = useState<Current | null>(null);
  const { mutateAsync } = useUpdateTask();
  const reopening = useRef(new Set<string>());

  const actions = useMemo<TaskActions>(() => {
    const show = (Dialog: Current['Dialog'], task: Task) =>
      setCurrent((before) => ({ Dialog, task, open: true, opening: (before?.opening ?? 0) + 1 }));
    const reopen = async ({ id }: Task) => {
      // A second press would get the error that the task is open.
      if (reopening.current.has(id)) return;
      reopening.current.add(id);
      await mutateAsync({ id, changes: { status: 'pending' } }).catch(() => undefined);
      reopening.current.delete(id);
    };
    return {
      onEdit: (task) => show(EditTaskDialog, task),
      onDelete: (task) => show(DeleteTaskDialog, task),
      onReopen: (task) => void reopen(task),
    };
  }, [mutateAsync]);

  if (!current) return { actions, dialogs: null };
  // The dialog stays mounted while it closes: that is when it returns the focus.
  const { Dialog, task, open, opening } = current;
  const close = () => setCurrent({ ...current, open: false });
  return { actions, dialogs: <Dialog key={opening} task={task} open={open} onClose={close} /> };
}
