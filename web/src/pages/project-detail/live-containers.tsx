import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { ContainerCard } from '../../features/containers/container-card.tsx';
import { useLiveStatuses } from '../../features/containers/live-status.ts';
import { plural } from '../../lib/plural.ts';
import { Fold } from '../../ui/fold.tsx';
import { ProjectRows } from './project-section.tsx';

/** Containers with their live status; deleted ones, whose status changes no more, are folded away and not asked. */
export function LiveContainers({ containers }: { containers: readonly Container[] }) {
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
        <Fold summary={plural(deleted.length, 'deleted container')} startsOpen={alive.length === 0}>
          <ProjectRows>
            {deleted.map((container) => (
              <li key={container.id}>
                <ContainerCard container={container} status={container.status} />
              </li>
            ))}
          </ProjectRows>
        </Fold>
      )}
    </chakra.div>
  );
}
