import { chakra } from '@chakra-ui/react/styled-system';
import { LoadingRegion } from '../../ui/loading-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Heights in pixels of what title, description and priority are typed into. */
const HEIGHTS = [44, 136, 44];

/** `TaskFields` before the task is there. */
export function TaskFieldsSkeleton() {
  return (
    <LoadingRegion label="Loading the task">
      <chakra.div display="grid" gap="16px">
        {HEIGHTS.map((height, index) => (
          <chakra.div key={index} display="grid" gap="6px">
            <Skeleton height="20px" width="96px" />
            <Skeleton rounded="control" style={{ height }} />
          </chakra.div>
        ))}
      </chakra.div>
    </LoadingRegion>
  );
}
