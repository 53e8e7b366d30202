import { TASK_SKELETON_ROWS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** Five rows in the shape of task cards. */
export function TaskListSkeleton() {
  return (
    <LoadingRegion label="Loading tasks">
      <chakra.div display="grid" gap="8px">
        {Array.from({ length: TASK_SKELETON_ROWS }, (_unused, row) => (
          <Card key={row} data-testid="task-skeleton" py={{ base: '12px', md: '14px' }}>
            <chakra.div display="flex" justifyContent="space-between" gap="16px">
              <Skeleton height="24px" width="45%" />
              <Skeleton height="24px" width="140px" />
            </chakra.div>
            <Skeleton height="16px" width="80%" mt="8px" />
            <Skeleton height="16px" width="30%" mt="16px" mb="8px" />
          </Card>
        ))}
      </chakra.div>
    </LoadingRegion>
  );
}
