import { type Task, updateTask } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
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
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit Task"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="16px">
        {form.formError && <FormAlert>{form.formError}</FormAlert>}
        <TaskFields text={form.text} errors={form.errors} />
      </chakra.div>
    </Dialog>
  );
}
