import { type Project, updateProject } from '@countersign/contract';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useUpdateProject } from './mutations.ts';
import { ProjectFields } from './project-fields.tsx';
import { projectBody, type ProjectValues, projectValuesOf } from './project-form.ts';

interface EditProjectDialogProps {
  /**
   * Fetched separately, not taken from a list: lists may have been kept from an earlier visit, with truncated texts.
   */
  project: Project;
  onClose: () => void;
}

/** Changes a project's name, description and status; only changed fields are sent. */
export function EditProjectDialog({ project, onClose }: EditProjectDialogProps) {
  const { mutateAsync } = useUpdateProject(project.id);
  const initial = projectValuesOf(project);
  const changesOf = (values: ProjectValues) => changedFields(projectBody(values), projectBody(initial));
  const form = useForm({ initial, toBody: changesOf, schema: updateProject, send: mutateAsync });

  const submit = async () => {
    const isChanged = Object.keys(changesOf(form.values)).length > 0;
    if (!isChanged || (await form.submit())) onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      isTyped={form.isTyped}
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
