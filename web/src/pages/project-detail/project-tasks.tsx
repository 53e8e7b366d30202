import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { projectTasksQuery } from '../../features/tasks/queries.ts';
import { TaskRow } from '../../features/tasks/task-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProjectRows, ProjectSection } from './project-section.tsx';

interface ProjectTasksProps {
  projectId: string;
  onAdd: () => void;
}

/** Rows shown at first and with each "Show more", so that a project with thousands of tasks opens at once. */
const PAGE = 50;

/** The tasks of a project, newest first. */
export function ProjectTasks({ projectId, onAdd }: ProjectTasksProps) {
  const [limit, setLimit] = useState(PAGE);
  return (
    <ProjectSection
      title="Tasks"
      query={useQuery(projectTasksQuery(projectId))}
      listKey={projectTasksQuery(projectId).queryKey}
      rowHeight={74}
      action={<IconButton label="New task" size="sm" icon={<Plus size={16} aria-hidden />} onClick={onAdd} />}
      empty={
        <EmptyState
          as="h3"
          title="No tasks yet"
          description="Describe a piece of work; an agent picks it up in a container, and asks you before it changes or runs anything, unless you let such steps pass."
          action={
            <Button variant="outline" size="sm" onClick={onAdd}>
              Add Task
            </Button>
          }
        />
      }
    >
      {(tasks, total) => (
        <>
          <ProjectRows>
            {tasks.slice(0, limit).map((task) => (
              <li key={task.id}>
                <TaskRow task={task} />
              </li>
            ))}
          </ProjectRows>
          {tasks.length > limit && (
            <Button variant="outline" colorPalette="neutral" mt="12px" onClick={() => setLimit(limit + PAGE)}>
              Show {Math.min(PAGE, tasks.length - limit)} more of {total.toLocaleString('en')}
            </Button>
          )}
        </>
      )}
    </ProjectSection>
  );
}
