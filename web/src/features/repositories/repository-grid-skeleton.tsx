import { Card } from '../../ui/layout/card.tsx';
import { CardGrid } from '../../ui/layout/card-grid.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

const PLACEHOLDERS = 6;

/** Placeholders in the shape of repository cards. */
export function RepositoryGridSkeleton() {
  return (
    <LoadingRegion label="Loading repositories">
      <CardGrid>
        {Array.from({ length: PLACEHOLDERS }, (_unused, index) => (
          <li key={index} data-testid="repository-skeleton">
            <Card>
              <Skeleton height="24px" width="50%" />
              <Skeleton height="24px" width="25%" mt="4px" />
              <Skeleton height="20px" width="85%" mt="12px" />
              <Skeleton height="20px" width="40%" mt="20px" mb="4px" />
            </Card>
          </li>
        ))}
      </CardGrid>
    </LoadingRegion>
  );
}
