import { type Task, updateTask } from '@countersign/contract';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { parsePriority } from './parse-priority.ts';
import { TaskFields, type TaskValues } from './task-fields.tsx';
import { useUpdateTask } from './use-update-task.ts';

interface EditTaskDialogProps {
  /** The form starts with this task's fields: give the dialog a `key` of its id where it can change. */
  task: Task;
  open: boolean;
  onClose: () => void;
}

/** Changes a task's title, description and priority. */
export function EditTaskDialog({ task, open, onClose }: EditTaskDialogProps) {
  const update = useUpdateTask();
  const initial: TaskValues = {
    title: task.title,
    description: task.description ?? '',
    priority: String(task.priority),
  };
  const form = useForm({
    initial,
    schema: updateTask,
    toBody: ({ title, description, priority }) => ({ title, description, priority: parsePriority(priority) }),
    send: (changes) => update.mutateAsync({ id: task.id, changes }),
  });

  const submit = async () => {
    if (await form.submit()) onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Task"
      onSubmit={() => void submit()}
      submitLabel="Save"
      submitting={form.submitting}
      error={form.formError}
    >
      <TaskFields text={form.text} errors={form.errors} />
    </FormDialog>
  );
}
