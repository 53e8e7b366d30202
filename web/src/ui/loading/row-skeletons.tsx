import { chakra } from '@chakra-ui/react/styled-system';
import { Skeleton } from './skeleton.tsx';
import { LoadingRegion } from './loading-region.tsx';

export interface RowSkeletonsProps {
  label: string;
  count: number;
  /** Height of one row in pixels. */
  height: number;
}

/** Placeholder rows for a list that is loading. */
export function RowSkeletons({ label, count, height }: RowSkeletonsProps) {
  return (
    <LoadingRegion label={label}>
      <chakra.div display="grid" gap="12px">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} height={`${height}px`} rounded="card" />
        ))}
      </chakra.div>
    </LoadingRegion>
  );
}
