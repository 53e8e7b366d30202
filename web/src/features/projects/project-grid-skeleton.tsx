import { PROJECT_PLACEHOLDERS } from '@countersign/contract';
import { Card } from '../../ui/layout/card.tsx';
import { CardGrid } from '../../ui/layout/card-grid.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** Six placeholders in the shape of project cards. */
export function ProjectGridSkeleton() {
  return (
    <LoadingRegion label="Loading projects">
      <CardGrid>
        {Array.from({ length: PROJECT_PLACEHOLDERS }, (_unused, index) => (
          <li key={index} data-testid="project-skeleton">
            <Card>
              <Skeleton height="24px" width="60%" />
              <Skeleton height="20px" width="90%" mt="4px" />
              <Skeleton height="20px" width="70%" mt="16px" />
            </Card>
          </li>
        ))}
      </CardGrid>
    </LoadingRegion>
  );
}
