import { DASHBOARD_PROJECTS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { FolderKanban } from 'lucide-react';
import { Link } from 'react-router-dom';
import { createProjectState } from '../../features/projects/create-project-state.ts';
import { projectsQuery } from '../../features/projects/queries.ts';
import { RecentProjectRow } from '../../features/projects/recent-project-row.tsx';
import { useDeferredQuery } from '../../lib/queries/use-deferred-query.ts';
import { Button, WRAPS } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';

/** The first three projects. */
export function RecentProjects() {
  return (
    <Section title="Recent Projects" action={<TextLink to="/projects">View all</TextLink>}>
      <Projects />
    </Section>
  );
}

function Projects() {
  const { data: projects, error, refetch } = useDeferredQuery(projectsQuery());
  if (!projects) {
    if (!error) return <RowSkeletons label="Loading projects" count={DASHBOARD_PROJECTS} height={66} />;
    return <LoadFailure what="Projects" error={error} onRetry={() => void refetch()} />;
  }
  if (projects.length === 0) return <NoProjects />;
  return (
    <chakra.div display="grid" gap="12px">
      {projects.slice(0, DASHBOARD_PROJECTS).map((project) => (
        <RecentProjectRow key={project.id} project={project} />
      ))}
    </chakra.div>
  );
}

function NoProjects() {
  return (
    <Card>
      <EmptyState
        as="p"
        icon={FolderKanban}
        title="No projects yet"
        action={
          <Button asChild {...WRAPS}>
            <Link to="/projects" state={createProjectState}>
              Create your first project
            </Link>
          </Button>
        }
      />
    </Card>
  );
}
