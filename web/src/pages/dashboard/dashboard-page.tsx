import { chakra } from '@chakra-ui/react/styled-system';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { QuickActions } from '../../features/dashboard/quick-actions.tsx';
import { Stats } from '../../features/dashboard/stats.tsx';
import { InstallPrompt } from '../../features/install/install-prompt.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { WaitingApprovals } from './waiting-approvals.tsx';

/** Four numbers, then what needs the person, then shortcuts (specification §2). */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Overview of your projects and tasks" actions={<NewButton />} />
      <InstallPrompt />
      <chakra.div display="grid" gap="32px">
        <Stats />
        <Columns>
          <WaitingApprovals />
          <RecentProjects />
        </Columns>
        <Section title="Quick Actions">
          <QuickActions />
        </Section>
      </chakra.div>
    </>
  );
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

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '32px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
});
