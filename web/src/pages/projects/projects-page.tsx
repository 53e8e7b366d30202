import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { FolderKanban, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CreateProjectDialog } from '../../features/projects/create-project-dialog.tsx';
import { asksToCreateProject } from '../../features/projects/create-project-state.ts';
import { filterProjects } from '../../features/projects/filter-projects.ts';
import { ProjectCard } from '../../features/projects/project-card.tsx';
import { ProjectGridSkeleton } from '../../features/projects/project-grid-skeleton.tsx';
import { projectsQuery } from '../../features/projects/queries.ts';
import { useLeave } from '../../lib/navigation/use-leave.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { CardGrid } from '../../ui/layout/card-grid.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** All projects as cards, searched by name or description. */
export function ProjectsPage() {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const isAsked = asksToCreateProject(useLocation().state);
  const [isCreating, setCreating] = useState(isAsked);
  const projects = useQuery(projectsQuery());
  const leave = useLeave();
  const [newest, setNewest] = useState<string | null>(null);
  const open = ({ id }: Project) => leave(`/projects/${id}`);
  const close = () => {
    setCreating(false);
    // Neither a reload nor going back in history opens it again.
    if (isAsked) void navigate('.', { replace: true, state: null });
  };
  // The first project is opened, because there is nothing else to look at. A further one is shown in the list.
  const isFirst = projects.data?.length === 0;
  const show = (project: Project) => {
    if (isFirst) return open(project);
    setSearch('');
    setNewest(project.id);
  };

  const find = (text: string) => {
    setSearch(text);
    // Its card may come back while somebody types.
    setNewest(null);
  };

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
        <SearchInput value={search} onChange={find} placeholder="Search projects..." />
      </SearchBar>
      <RefreshFailure query={projects} what="The list" />
      <Projects search={search} newest={newest} onCreate={() => setCreating(true)} />
      <CreateProjectDialog
        open={isCreating}
        onClose={close}
        onCreated={show}
        onOpen={isFirst ? undefined : ({ id }) => void navigate(`/projects/${id}`)}
      />
    </>
  );
}

interface ProjectsProps {
  search: string;
  /** The one that was just created; it takes the focus once it is rendered. */
  newest: string | null;
  onCreate: () => void;
}

function Projects({ search, newest, onCreate }: ProjectsProps) {
  const { data, error, refetch } = useQuery(projectsQuery());
  if (!data && error) {
    return <LoadFailure what="Projects" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ProjectGridSkeleton />;

  const shown = filterProjects(data, search);
  if (shown.length > 0) {
    return (
      <CardGrid aria-label="Projects">
        {shown.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} takesFocus={project.id === newest} />
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

/** The line with the search box, as wide as a search needs. */
const SearchBar = chakra('search', { base: { display: 'block', maxW: { md: '420px' }, mb: '20px' } });
