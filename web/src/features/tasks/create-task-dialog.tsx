import { createTask, initialTaskStatuses } from '@countersign/contract';
import { statusLook } from '../../entities/status/statuses.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { useCreateTask } from './mutations.ts';
import { TaskFields } from './task-fields.tsx';
import { newTaskValues, taskBody, type TaskValues } from './task-form.ts';
import { budgetUnitOf, useModels } from './use-models.ts';

interface CreateTaskDialogProps {
  projectId: string;
  /** The project's model; null: the deployment's default. */
  projectModel: string | null;
  open: boolean;
  onClose: () => void;
}

type InitialStatus = (typeof initialTaskStatuses)[number];

const initial: TaskValues & { status: InitialStatus } = { ...newTaskValues, status: 'pending' };

const statuses = initialTaskStatuses.map((value) => ({ value, label: statusLook('task', value).word }));

/** The dialog 'Create New Task'. Typed text stays while the page is open, until it is sent. */
export function CreateTaskDialog({ projectId, projectModel, open, onClose }: CreateTaskDialogProps) {
  const { mutateAsync } = useCreateTask(projectId);
  const models = useModels(open);
  const unitOf = ({ model }: TaskValues) => budgetUnitOf(models, model || projectModel);
  const form = useForm({
    initial,
    schema: createTask,
    toBody: (values) => ({
      ...taskBody(values, unitOf(values)),
      model: values.model || undefined,
      status: values.status,
      projectId,
    }),
    send: mutateAsync,
  });

  const submit = async () => {
    if (!(await form.submit())) return;
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create New Task"
      onSubmit={() => void submit()}
      submitLabel="Create Task"
      submitting={form.submitting}
      error={form.formError}
    >
      <TaskFields
        text={form.text}
        errors={form.errors}
        budgetUnit={unitOf(form.values)}
        models={models}
        projectModel={projectModel}
        onModel={(name) => form.set('model', name)}
      />
      <Field label="Status" error={form.errors.status} helper={statusHints[form.values.status]}>
        <Select
          name="status"
          value={form.values.status}
          onChange={(status) => form.set('status', toInitialStatus(status))}
          options={statuses}
        />
      </Field>
    </FormDialog>
  );
}

/** What happens to a task created with each status. */
const statusHints: Record<InitialStatus, string> = {
  pending: 'An agent picks it up as soon as a container is running.',
  awaiting_approval: 'You are asked in Approvals before an agent starts.',
  approved: 'An agent picks it up as soon as a container is running.',
  running: 'You handle it yourself; no agent touches it.',
  completed: 'You handle it yourself; no agent touches it.',
};

const toInitialStatus = (value: string): InitialStatus =>
  initialTaskStatuses.find((status) => status === value) ?? initial.status;
