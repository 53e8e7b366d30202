import { type Task, updateTask } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { useUpdateTask } from './mutations.ts';
import { taskQuery } from './queries.ts';
import { TaskFields, TaskFieldsSkeleton } from './task-fields.tsx';
import { newTaskValues, taskBody, type TaskValues, taskValuesOf } from './task-form.ts';
import { budgetUnitOf, useModels } from './use-models.ts';

interface EditTaskDialogProps {
  /** Each opening starts a fresh form: give the dialog another `key`. */
  task: Pick<Task, 'id'>;
  open: boolean;
  onClose: () => void;
}

/**
 * Changes a task's title, description, priority, budget and model. The task is fetched separately: a list may have been
 * kept from an earlier visit, with truncated descriptions.
 */
export function EditTaskDialog({ task: { id }, open, onClose }: EditTaskDialogProps) {
  const task = useQuery({ ...taskQuery(id), enabled: open });
  const [wasThere] = useState(task.data !== undefined);
  const update = useUpdateTask();
  const models = useModels(open);
  const initial = task.data ? taskValuesOf(task.data) : newTaskValues;
  const projectModel = task.data?.project?.model ?? null;
  const unitOf = ({ budgetUnit, model }: TaskValues) => budgetUnit || budgetUnitOf(models, model || projectModel);
  const bodyOf = (values: TaskValues) => taskBody(values, unitOf(values), task.data?.budget);
  const changesOf = (values: TaskValues) => changedFields(bodyOf(values), bodyOf(initial));
  const form = useForm({
    initial,
    schema: updateTask,
    toBody: changesOf,
    send: (changes) => update.mutateAsync({ id, changes }),
  });

  const submit = async () => {
    const isChanged = Object.keys(changesOf(form.values)).length > 0;
    if (!isChanged || (await form.submit())) onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      isTyped={form.isTyped}
      title="Edit Task"
      onSubmit={() => void submit()}
      submitLabel="Save"
      submitting={form.submitting}
      disabled={!task.data}
      error={form.formError}
    >
      {task.data ? (
        <TaskFields
          text={form.text}
          errors={form.errors}
          budgetUnit={unitOf(form.values)}
          models={models}
          projectModel={projectModel}
          onModel={(name) => form.set('model', name)}
          cameLate={!wasThere}
        />
      ) : task.error && !task.isFetching ? (
        <LoadFailure what="The task" error={task.error} onRetry={() => void task.refetch()} />
      ) : (
        <TaskFieldsSkeleton />
      )}
    </FormDialog>
  );
}
