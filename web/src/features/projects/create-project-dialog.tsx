import { createProject } from '@countersign/contract';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
    <Dialog
      open={open}
      onClose={onClose}
      title="Create New Project"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Create Project
          </Button>
        </>
      }
    >
      <ProjectFields form={form} initialStatus={newProjectValues.status} />
    </Dialog>
  );
}
