import { LoadingRegion } from '../../../ui/loading-region.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Stands for content until it is drawn. Never a part of the content: half of a change is another change. */
export function Undrawn() {
  return (
    <LoadingRegion label="Loading the content">
      <Skeleton height="72px" />
    </LoadingRegion>
  );
}
