import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import { useIsDeletingProject } from '../../features/projects/mutations.ts';
import { projectQuery } from '../../features/projects/queries.ts';
import { projectRepositoriesQuery } from '../../features/repositories/queries.ts';
import { projectTasksQuery } from '../../features/tasks/queries.ts';
import { isNotFound } from '../../lib/api.ts';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { TwoColumns } from '../../ui/layout/two-columns.tsx';
import { ProjectContainers } from './project-containers.tsx';
import { ProjectDetailSkeleton } from './project-detail-skeleton.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';
import { ProjectHeader } from './project-header.tsx';
import { ProjectRepositories } from './project-repositories.tsx';
import { ProjectTasks } from './project-tasks.tsx';
import { TasksWithoutContainer } from './tasks-without-container.tsx';
import { useProjectDialog } from './use-project-dialog.ts';

/** One project with its repositories, containers and tasks. */
export function ProjectDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(projectQuery(id));
  const isDeleting = useIsDeletingProject(id);
  if (isNotFound(error) && !isDeleting) return <ProjectNotFound />;
  if (data) return <ProjectDetail key={id} project={data} />;
  if (!error) return <ProjectDetailSkeleton />;
  return (
    <>
      <PageHeader title="Project" />
      <LoadFailure what="The project" error={error} onRetry={() => void refetch()} />
    </>
  );
}

function ProjectDetail({ project }: { project: Project }) {
  const dialog = useProjectDialog();
  return (
    <>
      <Failure projectId={project.id} />
      <ProjectHeader project={project} onOpen={dialog.open} />
      <TasksWithoutContainer project={project} onStart={() => dialog.open('container')} />
      <TwoColumns shares={[5, 7]} gap="32px">
        <chakra.div display="grid" gap="32px" gridTemplateColumns="minmax(0, 1fr)">
          <ProjectRepositories projectId={project.id} onAdd={() => dialog.open('repository')} />
          <ProjectContainers projectId={project.id} onCreate={() => dialog.open('container')} />
        </chakra.div>
        <ProjectTasks projectId={project.id} onAdd={() => dialog.open('task')} />
      </TwoColumns>
      <ProjectDialogs
        project={project}
        shown={dialog.shown}
        onClose={dialog.close}
        repositoryId={dialog.repositoryId}
      />
    </>
  );
}

/** One line for the project and its three lists: they mostly fail to refresh together. */
function Failure({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId));
  const repositories = useQuery(projectRepositoriesQuery(projectId));
  const containers = useQuery(projectContainersQuery(projectId));
  const tasks = useQuery(projectTasksQuery(projectId));
  const repositoryCounts = useListCounts(projectRepositoriesQuery(projectId).queryKey);
  const containerCounts = useListCounts(projectContainersQuery(projectId).queryKey);
  const taskCounts = useListCounts(projectTasksQuery(projectId).queryKey);
  const isCut = [
    repositories.isRefetchError && repositoryCounts !== null,
    containers.isRefetchError && containerCounts !== null,
    tasks.isRefetchError && taskCounts !== null,
  ].includes(true);
  return <RefreshFailure query={[project, repositories, containers, tasks]} what="The project" isCut={isCut} />;
}

function ProjectNotFound() {
  return (
    <NotFoundState
      icon={FolderX}
      title="Project Not Found"
      description="The requested project could not be found."
      action={{ label: 'Go to Projects', to: '/projects' }}
    />
  );
}
