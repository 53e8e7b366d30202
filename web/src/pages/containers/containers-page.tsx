import { useQuery } from '@tanstack/react-query';
import { ContainerListSkeleton } from '../../features/containers/container-list-skeleton.tsx';
import { ContainerList } from '../../features/containers/container-list.tsx';
import { NoContainers } from '../../features/containers/no-containers.tsx';
import { containersQuery } from '../../features/containers/queries.ts';
import { messageOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** All containers of all projects (specification §2, Container list). */
export function ContainersPage() {
  const containers = useQuery(containersQuery());
  return (
    <>
      <PageHeader title="Containers" subtitle="Where the agent works on your tasks" />
      {containers.data ? (
        containers.data.length > 0 ? (
          <ContainerList containers={containers.data} />
        ) : (
          <NoContainers />
        )
      ) : containers.isPending ? (
        <ContainerListSkeleton />
      ) : (
        <ErrorState
          title="Failed to load containers. Please try refreshing the page."
          detail={messageOf(containers.error)}
          onRetry={() => void containers.refetch()}
        />
      )}
    </>
  );
}
