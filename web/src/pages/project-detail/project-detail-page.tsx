import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { projectQuery } from '../../features/projects/queries.ts';
import { useIsDeletingProject } from '../../features/projects/use-delete-project.ts';
import { isNotFound, messageOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Columns } from './columns.tsx';
import { ProjectContainers } from './project-containers.tsx';
import { ProjectDetailSkeleton } from './project-detail-skeleton.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';
import { ProjectHeader } from './project-header.tsx';
import { ProjectMissing } from './project-missing.tsx';
import { ProjectRepositories } from './project-repositories.tsx';
import { ProjectTasks } from './project-tasks.tsx';
import { useProjectDialog } from './use-project-dialog.ts';

/** One project with its repositories, containers and tasks (specification §2). */
export function ProjectDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(projectQuery(id));
  const isDeleting = useIsDeletingProject(id);
  if (isNotFound(error) && !isDeleting) return <ProjectMissing />;
  if (data) return <ProjectDetail key={id} project={data} />;
  if (!error) return <ProjectDetailSkeleton />;
  return (
    <>
      <PageHeader title="Project" />
      <ErrorState title="The project could not be loaded" detail={messageOf(error)} onRetry={() => void refetch()} />
    </>
  );
}

function ProjectDetail({ project }: { project: Project }) {
  const dialog = useProjectDialog();
  return (
    <>
      <ProjectHeader project={project} onOpen={dialog.open} />
      <Columns>
        <chakra.div display="grid" gap="32px" gridTemplateColumns="minmax(0, 1fr)">
          <ProjectRepositories projectId={project.id} onAdd={() => dialog.open('repository')} />
          <ProjectContainers projectId={project.id} onCreate={() => dialog.open('container')} />
        </chakra.div>
        <ProjectTasks projectId={project.id} onAdd={() => dialog.open('task')} />
      </Columns>
      <ProjectDialogs
        project={project}
        shown={dialog.shown}
        onClose={dialog.close}
        repositoryId={dialog.repositoryId}
      />
    </>
  );
}
