import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Box } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { ContainerDetailSkeleton } from '../../features/containers/container-detail-skeleton.tsx';
import { ContainerView } from '../../features/containers/container-view.tsx';
import { containerQuery } from '../../features/containers/queries.ts';
import { isNotFound } from '../../lib/api.ts';
import { useGoBack } from '../../lib/navigation/use-go-back.ts';
import { BackLink } from '../../ui/buttons/back-link.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** One container. */
export function ContainerDetailPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const goBack = useGoBack('/containers');
  const container = useQuery(containerQuery(id));

  if (isNotFound(container.error)) return <ContainerNotFound onBack={goBack} />;
  return (
    <>
      <chakra.div mb="8px">
        <BackLink to="/">Back to Dashboard</BackLink>
      </chakra.div>
      <RefreshFailure query={container} what="The container" />
      {container.data ? (
        <ContainerView key={id} container={container.data} onDeleted={() => void navigate('/')} />
      ) : container.isPending ? (
        <ContainerDetailSkeleton />
      ) : (
        <>
          <PageHeader title="Container" />
          <LoadFailure what="The container" error={container.error} onRetry={() => void container.refetch()} />
        </>
      )}
    </>
  );
}

function ContainerNotFound({ onBack }: { onBack: () => void }) {
  return (
    <NotFoundState
      icon={Box}
      tabTitle="Container not found"
      title="Container not found or you don't have permission to view it."
      action={{ label: 'Go Back', onClick: onBack }}
    />
  );
}
