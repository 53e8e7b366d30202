import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { ContainerDetailSkeleton } from '../../features/containers/container-detail-skeleton.tsx';
import { ContainerMissing } from '../../features/containers/container-missing.tsx';
import { ContainerView } from '../../features/containers/container-view.tsx';
import { containerQuery } from '../../features/containers/queries.ts';
import { isNotFound, messageOf } from '../../lib/api.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** One container (specification §2, Container detail). */
export function ContainerDetailPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const goBack = useGoBack('/containers');
  const container = useQuery(containerQuery(id));

  if (isNotFound(container.error)) return <ContainerMissing onBack={goBack} />;
  return (
    <>
      <chakra.div mb="8px">
        <BackLink to="/">Back to Dashboard</BackLink>
      </chakra.div>
      {container.data ? (
        <ContainerView key={id} container={container.data} onDeleted={() => void navigate('/')} />
      ) : container.isPending ? (
        <ContainerDetailSkeleton />
      ) : (
        <>
          <PageHeader title="Container" />
          <ErrorState
            title="Failed to load container"
            detail={messageOf(container.error)}
            onRetry={() => void container.refetch()}
          />
        </>
      )}
    </>
  );
}
