import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { statsQuery } from '../../entities/stats-query.ts';
import { useDecidedHere } from '../../features/approvals/offline/use-undecided.ts';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { QuickActions } from '../../features/dashboard/quick-actions.tsx';
import { Stats } from '../../features/dashboard/stats.tsx';
import { InstallPrompt } from '../../features/install/install-prompt.tsx';
import { projectsQuery } from '../../features/projects/queries.ts';
import { useDeferredQuery } from '../../lib/queries/use-deferred-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TwoColumns } from '../../ui/layout/two-columns.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { WaitingApprovals } from './waiting-approvals.tsx';

/** Four numbers, then what needs the person, then shortcuts. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Overview of your projects and tasks" actions={<NewButton />} />
      <InstallPrompt />
      <Failure />
      <chakra.div display="grid" gap="32px">
        <Numbers />
        <TwoColumns shares={[1, 1]} gap="32px">
          <WaitingApprovals />
          <RecentProjects />
        </TwoColumns>
        <Section title="Quick Actions">
          <QuickActions />
        </Section>
      </chakra.div>
    </>
  );
}

function Numbers() {
  return <Stats decidedHere={useDecidedHere(useDeferredQuery(approvalsQuery()).data)} />;
}

/**
 * One line for all of it, in a component of its own, so that arriving data rerenders only where it belongs, in pieces.
 */
function Failure() {
  const stats = useQuery(statsQuery());
  const approvals = useQuery(approvalsQuery());
  const projects = useQuery(projectsQuery());
  return <RefreshFailure query={[stats, approvals, projects]} what="The dashboard" />;
}

function NewButton() {
  return (
    <Button asChild>
      <Link to="/projects">
        <Plus size={16} aria-hidden />
        New
      </Link>
    </Button>
  );
}
