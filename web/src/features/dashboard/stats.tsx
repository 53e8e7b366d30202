import { DASHBOARD_SKELETON_CARDS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { CheckCheck, FolderKanban, Play, Stamp } from 'lucide-react';
import { statsQuery } from '../../entities/stats-query.ts';
import { useDeferredQuery } from '../../lib/queries/use-deferred-query.ts';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { TINY } from '../../ui/viewport/media.ts';

interface StatsProps {
  /** How many of what the server counts as pending are decided on this device. */
  decidedHere: number;
}

/** The four numbers; each is 0 until it is known. */
export function Stats({ decidedHere }: StatsProps) {
  const { data, error, refetch } = useDeferredQuery(statsQuery());
  if (!data && !error) return <StatsSkeleton />;
  return (
    <>
      <Grid>
        <StatCard
          label="Total Projects"
          value={data?.totalProjects ?? 0}
          to="/projects"
          icon={FolderKanban}
          tone="primary"
        />
        <StatCard
          label="Pending Approval"
          value={Math.max(0, (data?.pendingApprovals ?? 0) - decidedHere)}
          to="/approvals"
          icon={Stamp}
          tone="waiting"
        />
        <StatCard
          label="Completed Tasks"
          value={data?.completedTasks ?? 0}
          to="/tasks?status=completed"
          icon={CheckCheck}
          tone="approve"
        />
        <StatCard
          label="Running Tasks"
          value={data?.runningTasks ?? 0}
          to="/tasks?status=running"
          icon={Play}
          tone="info"
        />
      </Grid>
      {error && !data && <LoadFailure what="The numbers" error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function StatsSkeleton() {
  return (
    <LoadingRegion label="Loading numbers">
      <Grid>
        {Array.from({ length: DASHBOARD_SKELETON_CARDS }, (_, index) => (
          <Card key={index} display="grid" gap="4px" data-testid="stat-skeleton">
            <Skeleton height="20px" width="60%" />
            <Skeleton height="32px" width="40px" mt="4px" />
          </Card>
        ))}
      </Grid>
    </LoadingRegion>
  );
}

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '12px', md: '16px' },
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
    [TINY]: { gridTemplateColumns: '1fr' },
  },
});
