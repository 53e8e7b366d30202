import { chakra } from '@chakra-ui/react/styled-system';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** Placeholders for title, details and log. */
export function ContainerDetailSkeleton() {
  usePageTitle('Container');
  return (
    <LoadingRegion label="Loading container">
      <Skeleton height="36px" width="min(320px, 70%)" mb="32px" />
      <Skeleton height="24px" width="80px" mb="16px" />
      <Card mb="24px" display="grid" gridTemplateColumns="repeat(auto-fill, minmax(150px, 1fr))" gap="16px">
        {Array.from({ length: 4 }, (_unused, index) => (
          <chakra.div key={index}>
            <Skeleton height="16px" width="60px" />
            <Skeleton height="24px" width="120px" mt="4px" />
          </chakra.div>
        ))}
      </Card>
      <Skeleton height="24px" width="120px" mb="16px" />
      <Skeleton height="384px" rounded="card" />
    </LoadingRegion>
  );
}
