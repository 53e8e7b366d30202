import { type CreateProject, createProject, type Project } from '@countersign/contract';
import { useRef } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCreateProject } from './mutations.ts';
import { ProjectFields } from './project-fields.tsx';
import { newProjectValues, projectBody } from './project-form.ts';

interface CreateProjectDialogProps {
  open: boolean;
  onClose: () => void;
  /** It exists now. */
  onCreated: (project: Project) => void;
  /** The person wants to see it. Undefined where they do in any case. */
  onOpen: ((project: Project) => void) | undefined;
}

/** The dialog 'Create New Project'. Typed text stays while the page is open, until it is sent. */
export function CreateProjectDialog({ open, onClose, onCreated, onOpen }: CreateProjectDialogProps) {
  const { mutateAsync } = useCreateProject(onOpen);
  const made = useRef<Project | null>(null);
  const form = useForm({
    initial: newProjectValues,
    toBody: projectBody,
    schema: createProject,
    send: async (body: CreateProject) => {
      made.current = await mutateAsync(body);
    },
  });

  const submit = async () => {
    if (!(await form.submit())) return;
    form.reset();
    onClose();
    if (made.current) onCreated(made.current);
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
