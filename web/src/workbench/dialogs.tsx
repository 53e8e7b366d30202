import { type ReactNode, useState } from 'react';
import { RejectDialog } from '../features/approvals/reject/reject-dialog.tsx';
import { ShutDownDialog } from '../features/containers/shut-down-dialog.tsx';
import { CreateProjectDialog } from '../features/projects/create-project-dialog.tsx';
import { DeleteProjectDialog } from '../features/projects/delete-project-dialog.tsx';
import { AuthenticationDialog } from '../features/repositories/authentication-dialog.tsx';
import { DeleteTaskDialog } from '../features/tasks/delete-task-dialog.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { approvals, container, project, repository, task } from './samples.ts';
import { Row } from './shelf.tsx';

type Show = (open: boolean, onClose: () => void) => ReactNode;
const nothing = () => undefined;
const [request] = approvals;

const dialogs: Record<string, Show> = {
  Reject: (open, onClose) =>
    request && (
      <RejectDialog
        open={open}
        onClose={onClose}
        item={{ ...request, taskId: task.id }}
        taskTitle={task.title}
        projectName={project.name}
      />
    ),
  'Create project': (open, onClose) => (
    <CreateProjectDialog open={open} onClose={onClose} onCreated={nothing} onOpen={nothing} />
  ),
  'Delete project': (open, onClose) => (
    <DeleteProjectDialog project={project} open={open} onClose={onClose} onDeleted={nothing} />
  ),
  'Delete task': (open, onClose) => <DeleteTaskDialog task={task} open={open} onClose={onClose} />,
  'Shut down': (open, onClose) => <ShutDownDialog container={container} open={open} onClose={onClose} />,
  Authentication: (open, onClose) => open && <AuthenticationDialog repositoryId={repository.id} onClose={onClose} />,
};

/** A button for each dialog; the address names one that is open from the start: #Reject. */
export function Dialogs() {
  const [shown, setShown] = useState(() => decodeURIComponent(location.hash.slice(1)));
  return (
    <Row>
      {Object.keys(dialogs).map((name) => (
        <Button key={name} variant="outline" onClick={() => setShown(name)}>
          {name}
        </Button>
      ))}
      {Object.entries(dialogs).map(([name, show]) => (
        <div key={name}>{show(shown === name, () => setShown(''))}</div>
      ))}
    </Row>
  );
}
