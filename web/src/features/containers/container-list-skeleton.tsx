import { chakra } from '@chakra-ui/react/styled-system';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** Placeholders for the summary and three rows. */
export function ContainerListSkeleton() {
  return (
    <LoadingRegion label="Loading containers">
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap="12px" mb="24px">
        {Array.from({ length: 4 }, (_unused, index) => (
          <Card key={index}>
            <Skeleton height="20px" width="60%" />
            <Skeleton height="32px" width="40px" mt="8px" />
          </Card>
        ))}
      </chakra.div>
      <Skeleton height="24px" width="120px" mb="16px" />
      <chakra.div display="grid" gap="8px">
        {Array.from({ length: 3 }, (_unused, index) => (
          <Card key={index}>
            <Skeleton height="24px" width="40%" />
            <Skeleton height="16px" width="60%" mt="12px" />
          </Card>
        ))}
      </chakra.div>
    </LoadingRegion>
  );
}
