import { useQuery } from '@tanstack/react-query';
import { ContainerList } from '../../features/containers/container-list.tsx';
import { ContainerListSkeleton } from '../../features/containers/container-list-skeleton.tsx';
import { NoContainers } from '../../features/containers/no-containers.tsx';
import { containersQuery } from '../../features/containers/queries.ts';
import { detailOf } from '../../lib/api.ts';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** All containers of all projects. */
export function ContainersPage() {
  const containers = useQuery(containersQuery());
  const all = useListCounts(containersQuery().queryKey);
  return (
    <>
      <PageHeader title="Containers" subtitle="Where the agent works on your tasks" />
      <RefreshFailure query={containers} what="The list" isCut={all !== null} />
      {containers.data ? (
        containers.data.length > 0 ? (
          <ContainerList containers={containers.data} all={all} />
        ) : (
          <NoContainers />
        )
      ) : containers.isPending ? (
        <ContainerListSkeleton />
      ) : (
        <ErrorState
          title="Failed to load containers. Please try refreshing the page."
          detail={detailOf(containers.error)}
          onRetry={() => void containers.refetch()}
        />
      )}
    </>
  );
}
