import { type Project, updateProject } from '@countersign/contract';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { projectBody, projectValuesOf } from './project-form.ts';
import { ProjectFields } from './project-fields.tsx';
import { useUpdateProject } from './use-update-project.ts';

interface EditProjectDialogProps {
  /** As it is when the dialog is mounted; mount it anew for another one. */
  project: Project;
  onClose: () => void;
}

/** Changes name, description and status of a project. */
export function EditProjectDialog({ project, onClose }: EditProjectDialogProps) {
  const { mutateAsync } = useUpdateProject(project.id);
  const initial = projectValuesOf(project);
  const form = useForm({ initial, toBody: projectBody, schema: updateProject, send: mutateAsync });

  const submit = async () => {
    if (await form.submit()) onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit Project"
      onSubmit={() => void submit()}
      submitLabel="Save"
      submitting={form.submitting}
      error={form.formError}
    >
      <ProjectFields form={form} initialStatus={project.status} />
    </FormDialog>
  );
}
