import type { Container, Project, Task } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { hasContainerAsking, hasContainerAtWork, isUnclaimed } from '../entities/task/waits-for-container.ts';
import { containersQuery } from '../features/containers/queries.ts';
import { projectsQuery } from '../features/projects/queries.ts';
import { tasksQuery } from '../features/tasks/queries.ts';
import { ofThisVisit } from '../lib/last-seen/use-last-seen.ts';
import { plural } from '../lib/text/plural.ts';
import { visibleText } from '../lib/text/visible-text.ts';
import { openedByPress } from '../ui/loading/opened-by-press.ts';
import { NoContainer } from './no-container.tsx';

const CreateContainer = openedByPress(async () => ({
  default: (await import('../features/containers/create-container-dialog.tsx')).CreateContainerDialog,
}));

/**
 * Up to this many tasks are fetched to find those that wait. Somebody who has more has started containers before, and
 * the pages of their projects tell them.
 */
const FEW_TASKS = 200;
/** At most this many projects are shown. */
const SHOWN = 2;

/** When nothing waits for the person, but tasks wait for a container: in which project, with a button to start one. */
export function WaitingProjects() {
  /** The dialog, once it has been opened. */
  const [dialog, setDialog] = useState<{ projectId: string; isOpen: boolean } | null>(null);
  const projects = useProjectsThatWait();
  return (
    <>
      {projects.slice(0, SHOWN).map(({ project, waiting, isAsking }) => (
        <NoContainer
          key={project.id}
          label={`No container in ${visibleText(project.name)}`}
          what={`${plural(waiting, 'task')} of ${visibleText(project.name)} ${waiting === 1 ? 'is' : 'are'} waiting`}
          isAsking={isAsking}
          onStart={() => CreateContainer.open(() => setDialog({ projectId: project.id, isOpen: true }))}
        />
      ))}
      <Suspense>
        {dialog && (
          <CreateContainer.Component
            projectId={dialog.projectId}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
          />
        )}
      </Suspense>
    </>
  );
}

function useProjectsThatWait(): { project: Project; waiting: number; isAsking: boolean }[] {
  const containers = ofThisVisit(useQuery(containersQuery()));
  const { data: projects = [] } = useQuery(projectsQuery());
  const idle = containers === undefined ? [] : projects.filter((project) => isIdle(project, containers));
  const isFew = projects.reduce((sum, { taskCount }) => sum + taskCount, 0) <= FEW_TASKS;
  const tasks = ofThisVisit(useQuery({ ...tasksQuery(), enabled: isFew && idle.length > 0 })) ?? [];
  const found = idle.map((project) => ({
    project,
    waiting: tasks.filter((task) => waitsIn(project, task)).length,
    isAsking: hasContainerAsking((containers ?? []).filter(({ projectId }) => projectId === project.id)),
  }));
  return found.filter(({ waiting }) => waiting > 0);
}

const isIdle = ({ id, taskCount, autoCreateContainers }: Project, containers: readonly Container[]) =>
  taskCount > 0 && !autoCreateContainers && !hasContainerAtWork(containers.filter(({ projectId }) => projectId === id));

const waitsIn = (project: Project, task: Task) => task.projectId === project.id && isUnclaimed(task);
