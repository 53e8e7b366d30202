import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { containerName } from '../../entities/container/container-name.ts';
import { keys } from '../../entities/query-keys.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { thumbReach } from '../../ui/viewport/thumb.ts';
import { ContainerActions } from './container-actions.tsx';
import { ContainerFacts } from './container-facts.tsx';
import { ContainerLogs } from './container-logs.tsx';
import { useLiveStatus } from './live-status.ts';

interface ContainerViewProps {
  container: Container;
  onDeleted: () => void;
}

/** A container with its live status, what can be done with it, its details and its log. */
export function ContainerView({ container, onDeleted }: ContainerViewProps) {
  const status = useLiveStatus(container);
  useFreshTimes(container.id, status);
  return (
    <>
      <PageHeader
        title={containerName(container)}
        subtitle={
          container.project && (
            <>
              Works for{' '}
              <TextLink to={`/projects/${container.projectId}`} css={thumbReach('12px')}>
                {visibleText(container.project.name)}
              </TextLink>
            </>
          )
        }
        actions={<ContainerActions container={container} status={status} onDeleted={onDeleted} />}
      />
      <chakra.div display="grid" gap="24px">
        <ContainerFacts container={container} status={status} />
        <ContainerLogs containerId={container.id} status={status} />
      </chakra.div>
    </>
  );
}

/** When the live status changes, so do started, completed and exit code: the container is fetched again. */
function useFreshTimes(id: string, status: string | undefined) {
  const queries = useQueryClient();
  const last = useRef(status);
  useEffect(() => {
    if (last.current !== undefined && last.current !== status) {
      void queries.invalidateQueries({ queryKey: keys.containers.one(id) });
    }
    last.current = status;
  }, [queries, id, status]);
}
