import { chakra } from '@chakra-ui/react/styled-system';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/**
 * Where, on a phone, the request comes that a task waits with. As high as what the title leaves of the screen: what
 * comes then moves no button that a thumb is going for.
 */
export function RequestSkeleton() {
  return (
    <LoadingRegion label="Loading the request">
      <Card
        display="grid"
        alignContent="start"
        gap="12px"
        minH="max(160px, calc(100dvh - 180px))"
        mb="16px"
        borderColor="waiting.solid"
      >
        <Skeleton height="24px" width="70%" />
        <chakra.div display="flex" gap="6px">
          <Skeleton height="24px" width="110px" />
          <Skeleton height="24px" width="90px" />
        </chakra.div>
        <Skeleton height="120px" />
      </Card>
    </LoadingRegion>
  );
}
