import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { initials } from './initials.ts';

/** A project in one line: initials, name, how many tasks there are and how many of them wait for approval, status. */
export function RecentProjectRow({ project }: { project: Project }) {
  return (
    <Card
      interactive
      display="flex"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      alignItems="center"
      gap="4px 12px"
      py="12px"
    >
      <Initials aria-hidden="true">{initials(project.name)}</Initials>
      <chakra.div flex="1 1 100px" minW={0}>
        <CardLink to={`/projects/${project.id}`} display="block" truncate fontWeight="600">
          {visibleText(project.name)}
        </CardLink>
        <chakra.p textStyle="sm" color="fg.muted">
          {plural(project.taskCount, 'task')} · {plural(project.pendingApprovalCount, 'task')} pending approval
        </chakra.p>
      </chakra.div>
      <StatusBadge kind="project" status={project.status} />
    </Card>
  );
}

const Initials = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSize: '40px',
    rounded: 'control',
    bg: 'primary.subtle',
    color: 'primary.fg',
    fontWeight: '600',
    fontSize: '0.875rem',
  },
});
