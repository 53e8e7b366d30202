import { createProject } from '@countersign/contract';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newProjectValues, projectBody } from './project-form.ts';
import { ProjectFields } from './project-fields.tsx';
import { useCreateProject } from './use-create-project.ts';

interface CreateProjectDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog 'Create New Project' (specification §2). What was typed stays while the page is open, until it is sent. */
export function CreateProjectDialog({ open, onClose }: CreateProjectDialogProps) {
  const { mutateAsync } = useCreateProject();
  const form = useForm({ initial: newProjectValues, toBody: projectBody, schema: createProject, send: mutateAsync });

  const submit = async () => {
    if (!(await form.submit())) return;
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create New Project"
      onSubmit={() => void submit()}
      submitLabel="Create Project"
      submitting={form.submitting}
      error={form.formError}
    >
      <ProjectFields form={form} initialStatus={newProjectValues.status} />
    </FormDialog>
  );
}
