import { useQuery } from '@tanstack/react-query';
import { FolderKanban, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { CreateProjectDialog } from '../../features/projects/create-project-dialog.tsx';
import { filterProjects } from '../../features/projects/filter-projects.ts';
import { ProjectCard } from '../../features/projects/project-card.tsx';
import { ProjectGridSkeleton } from '../../features/projects/project-grid-skeleton.tsx';
import { projectsQuery } from '../../features/projects/queries.ts';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SearchBar } from './search-bar.tsx';

/** All projects as cards, searched by name or description (specification §2). */
export function ProjectsPage() {
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);

  return (
    <>
      <PageHeader
        title="Projects"
        subtitle="Manage your development projects"
        actions={
          <Button onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden />
            New Project
          </Button>
        }
      />
      <SearchBar>
        <SearchInput value={search} onChange={setSearch} placeholder="Search projects..." />
      </SearchBar>
      <Projects search={search} onCreate={() => setCreating(true)} />
      <CreateProjectDialog open={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function Projects({ search, onCreate }: { search: string; onCreate: () => void }) {
  const { data, error, refetch } = useQuery(projectsQuery());
  if (!data && error) {
    return <ErrorState title="Projects could not be loaded" detail={messageOf(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <ProjectGridSkeleton />;

  const shown = filterProjects(data, search);
  if (shown.length > 0) {
    return (
      <CardGrid aria-label="Projects">
        {shown.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} />
          </li>
        ))}
      </CardGrid>
    );
  }
  if (search.trim() !== '') {
    return <EmptyState icon={SearchX} title="No projects found" description="Try adjusting your search terms" />;
  }
  return (
    <EmptyState
      icon={FolderKanban}
      title="No projects yet"
      description="A project holds repositories, tasks and the containers that work on them."
      action={<Button onClick={onCreate}>Create Project</Button>}
    />
  );
}
