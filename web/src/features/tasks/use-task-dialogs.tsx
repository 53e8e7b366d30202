import type { Task } from '@countersign/contract';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';
import { useUpdateTask } from './mutations.ts';
import type { TaskActions } from './task-card.tsx';

// The list comes first: the code of forms is as much as its own.
const EditTask = openedByPress(async () => ({ default: (await import('./edit-task-dialog.tsx')).EditTaskDialog }));
const DeleteTask = openedByPress(async () => ({
  default: (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
}));

interface Current {
  Dialog: (typeof EditTask | typeof DeleteTask)['Component'];
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
    const show = ({ Component: Dialog, open }: typeof EditTask | typeof DeleteTask, task: Task) =>
      open(() => setCurrent((before) => ({ Dialog, task, open: true, opening: (before?.opening ?? 0) + 1 })));
    const reopen = async ({ id }: Task) => {
      // A second press would get the error that the task is open.
      if (reopening.current.has(id)) return;
      reopening.current.add(id);
      await mutateAsync({ id, changes: { status: 'pending' } }).catch(() => undefined);
      reopening.current.delete(id);
    };
    return {
      onEdit: (task) => show(EditTask, task),
      onDelete: (task) => show(DeleteTask, task),
      onReopen: (task) => void reopen(task),
    };
  }, [mutateAsync]);

  if (!current) return { actions, dialogs: null };
  // The dialog stays mounted while it closes: that is when it returns the focus.
  const { Dialog, task, open, opening } = current;
  const close = () => setCurrent({ ...current, open: false });
  const dialogs = (
    <Suspense fallback={null}>
      <Dialog key={opening} task={task} open={open} onClose={close} />
    </Suspense>
  );
  return { actions, dialogs };
}
