import { chakra } from '@chakra-ui/react/styled-system';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { TwoColumns } from '../../ui/layout/two-columns.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** A placeholder for the page of a project. */
export function ProjectDetailSkeleton() {
  usePageTitle('Project');
  return (
    <LoadingRegion label="Loading project">
      <Skeleton height="36px" width={{ base: '70%', md: '320px' }} />
      <Skeleton height="20px" width="50%" mt="8px" />
      <Skeleton height="20px" width={{ base: '80%', md: '360px' }} mt="8px" mb="24px" />
      <TwoColumns shares={[5, 7]} gap="32px">
        <chakra.div display="grid" gap="12px">
          <Skeleton height="24px" width="140px" />
          <Skeleton height="46px" rounded="card" />
          <Skeleton height="24px" width="140px" mt="20px" />
          <Skeleton height="68px" rounded="card" />
        </chakra.div>
        <chakra.div display="grid" gap="12px" alignContent="start">
          <Skeleton height="24px" width="100px" />
          <Skeleton height="74px" rounded="card" />
          <Skeleton height="74px" rounded="card" />
        </chakra.div>
      </TwoColumns>
    </LoadingRegion>
  );
}
