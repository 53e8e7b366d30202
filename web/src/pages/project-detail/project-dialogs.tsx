import type { Project } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { CreateContainerDialog } from '../../features/containers/create-container-dialog.tsx';
import { DeleteProjectDialog } from '../../features/projects/delete-project-dialog.tsx';
import { EditProjectDialog } from '../../features/projects/edit-project-dialog.tsx';
import { ProjectSettingsDialog } from '../../features/projects/settings/project-settings-dialog.tsx';
import { agentsQuery, projectsQuery } from '../../features/projects/queries.ts';
import { LinkRepositoryDialog } from '../../features/repositories/link-repository-dialog.tsx';
import { CreateTaskDialog } from '../../features/tasks/create-task-dialog.tsx';
import { useLeave } from '../../lib/navigation/use-leave.ts';
import { fetchedCode } from '../../ui/loading/fetched-code.ts';
import { LazyPart } from '../../ui/loading/lazy-part.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

// Lazy: few projects have rules.
const RulesSetting = lazy(() => fetchedCode(import('../../features/rules/rules-setting.tsx')));

export type ProjectDialog = 'settings' | 'edit' | 'delete' | 'repository' | 'task' | 'container';

interface ProjectDialogsProps {
  project: Project;
  /** The open dialog. */
  shown: ProjectDialog | null;
  onClose: () => void;
  /** The repository initially chosen in the dialog 'repository'. */
  repositoryId?: string;
}

/** The dialogs of a project's page, one at a time. */
export function ProjectDialogs({ project, shown, onClose, repositoryId }: ProjectDialogsProps) {
  const leave = useLeave();
  const projects = useQuery(projectsQuery()).data;
  const agents = useQuery({ ...agentsQuery(), enabled: shown === 'container' }).data;
  const agent = agents?.find(({ id }) => id === project.agent) ?? agents?.[0];
  return (
    <>
      <CreateTaskDialog projectId={project.id} projectModel={project.model} open={shown === 'task'} onClose={onClose} />
      <CreateContainerDialog
        projectId={project.id}
        open={shown === 'container'}
        onClose={onClose}
        agentName={agent?.name}
      />
      <ProjectSettingsDialog
        project={project}
        open={shown === 'settings'}
        onClose={onClose}
        rules={(fields) => (
          <LazyPart name="The rules" fallback={<Skeleton height="44px" />}>
            <RulesSetting projectId={project.id} fields={fields} />
          </LazyPart>
        )}
      />
      <DeleteProjectDialog
        project={project}
        open={shown === 'delete'}
        onClose={onClose}
        onDeleted={() => leave('/projects')}
      />
      {shown === 'edit' && <EditProjectDialog project={project} onClose={onClose} />}
      {shown === 'repository' && (
        <LinkRepositoryDialog
          projectId={project.id}
          onClose={onClose}
          initialId={repositoryId}
          projectName={(id) => projects?.find((other) => other.id === id)?.name}
        />
      )}
    </>
  );
}
