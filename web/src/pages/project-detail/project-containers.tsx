import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { ContainerCard } from '../../features/containers/container-card.tsx';
import { useLiveStatuses } from '../../features/containers/live-status.ts';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import { plural } from '../../lib/text/plural.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { ProjectRows, ProjectSection } from './project-section.tsx';

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
      listKey={projectContainersQuery(projectId).queryKey}
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

/** Containers with their live status; deleted ones, whose status cannot change, are behind a disclosure and not polled. */
function LiveContainers({ containers }: { containers: readonly Container[] }) {
  const alive = useMemo(() => containers.filter(({ status }) => status !== 'deleted'), [containers]);
  const deleted = containers.filter(({ status }) => status === 'deleted');
  const live = useLiveStatuses(alive);
  return (
    <chakra.div display="grid" gap="8px">
      {alive.length > 0 && (
        <ProjectRows>
          {alive.map((container) => (
            <li key={container.id}>
              <ContainerCard container={container} status={live.get(container.id)} />
            </li>
          ))}
        </ProjectRows>
      )}
      {deleted.length > 0 && (
        <Disclosure summary={plural(deleted.length, 'deleted container')} defaultOpen={alive.length === 0}>
          <ProjectRows>
            {deleted.map((container) => (
              <li key={container.id}>
                <ContainerCard container={container} status={container.status} />
              </li>
            ))}
          </ProjectRows>
        </Disclosure>
      )}
    </chakra.div>
  );
}
