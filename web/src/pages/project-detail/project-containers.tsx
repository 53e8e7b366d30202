import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LiveContainers } from './live-containers.tsx';
import { ProjectSection } from './project-section.tsx';

interface ProjectContainersProps {
  projectId: string;
  onCreate: () => void;
}

/** The containers of a project. */
export function ProjectContainers({ projectId, onCreate }: ProjectContainersProps) {
  return (
    <ProjectSection
      title="Containers"
      query={useQuery(projectContainersQuery(projectId))}
      rowHeight={68}
      action={<IconButton label="New Container" size="sm" icon={<Plus size={16} aria-hidden />} onClick={onCreate} />}
      empty={
        <EmptyState
          as="h3"
          title="No containers"
          description="An agent works on the tasks inside a container."
          action={
            <Button variant="outline" size="sm" onClick={onCreate}>
              Create Container
            </Button>
          }
        />
      }
    >
      {(containers) => <LiveContainers containers={containers} />}
    </ProjectSection>
  );
}
