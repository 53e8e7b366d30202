import { chakra } from '@chakra-ui/react/styled-system';
import { usePageTitle } from '../../lib/navigation/use-page-title.ts';
import { Card } from '../../ui/layout/card.tsx';
import { TwoColumns } from '../../ui/layout/two-columns.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

/** A placeholder for the page. */
export function TaskDetailSkeleton() {
  usePageTitle('Task');
  return (
    <LoadingRegion label="Loading the task">
      <Skeleton height="20px" width="110px" mt={{ base: '12px', md: '6px' }} mb={{ base: '20px', md: '14px' }} />
      <Skeleton height="36px" width="min(420px, 80%)" mb="8px" />
      <Skeleton height="20px" width="160px" mb="24px" />
      <TwoColumns shares={[1, 2]} gap="24px">
        <Card display="grid" gap="16px" alignContent="start">
          {Array.from({ length: 6 }, (_, index) => (
            <chakra.div key={index} display="grid" gap="6px">
              <Skeleton height="12px" width="72px" />
              <Skeleton height="20px" width={index === 2 ? '100%' : '140px'} />
            </chakra.div>
          ))}
        </Card>
        <Card>
          <Skeleton height="24px" width="220px" mb="20px" />
          <HistorySkeleton />
        </Card>
      </TwoColumns>
    </LoadingRegion>
  );
}
