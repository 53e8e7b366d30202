import { LoadingRegion } from '../../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';

/** A placeholder until the content is drawn. Never part of the content: half of a change is another change. */
export function Undrawn() {
  return (
    <LoadingRegion label="Loading the content">
      <Skeleton height="72px" />
    </LoadingRegion>
  );
}
