import { NoApprovals } from '../features/approvals/list/no-approvals.tsx';
import { NoContainers } from '../features/containers/no-containers.tsx';
import { ProjectGridSkeleton } from '../features/projects/project-grid-skeleton.tsx';
import { NoMatchingTasks, NoTasks } from '../features/tasks/no-tasks.tsx';
import { LoadFailure } from '../ui/feedback/load-failure.tsx';
import { NotFoundState } from '../ui/feedback/not-found-state.tsx';
import { PageSpinner } from '../ui/loading/page-spinner.tsx';
import { RowSkeletons } from '../ui/loading/row-skeletons.tsx';
import { Grid, Shelf } from './shelf.tsx';

const nothing = () => undefined;

/** Placeholders, empty states and errors. */
export function States() {
  return (
    <>
      <Shelf name="Empty">
        <Grid>
          <NoApprovals />
          <NoContainers />
          <NoTasks />
          <NoMatchingTasks onClear={nothing} />
        </Grid>
      </Shelf>
      <Shelf name="Failed">
        <Grid>
          <LoadFailure what="Approvals" error={new Error('503: The database is busy')} onRetry={nothing} />
          <NotFoundState title="Task not found" action={{ label: 'Back to Tasks', onClick: nothing }} />
        </Grid>
      </Shelf>
      <Shelf name="Loading">
        <Grid>
          <RowSkeletons label="Loading approvals" count={2} height={66} />
          <PageSpinner label="Loading" />
        </Grid>
        <ProjectGridSkeleton />
      </Shelf>
    </>
  );
}
