import type { Project } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteProject } from './mutations.ts';

interface DeleteProjectDialogProps {
  project: Project;
  open: boolean;
  onClose: () => void;
  /** Called once it is gone; its own page then goes elsewhere. */
  onDeleted: () => void;
}

/** Asks, then deletes the project. Stays open if the server refuses. */
export function DeleteProjectDialog({ project, open, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { mutate, isPending } = useDeleteProject(project.id, onDeleted);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => mutate()}
      title="Delete project?"
      confirmLabel="Delete"
      pending={isPending}
    >
      “{visibleText(project.name)}” is deleted with its tasks and their history, its repositories and its containers;
      running tasks are terminated. Nothing changes on GitHub. This cannot be undone.
    </ConfirmDialog>
  );
}
