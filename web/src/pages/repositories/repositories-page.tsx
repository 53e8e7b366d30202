import type { Project, Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { GitBranch, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { repositoriesQuery } from '../../entities/repository/repositories-query.ts';
import { projectsQuery } from '../../features/projects/queries.ts';
import { AddRepositoryDialog } from '../../features/repositories/add-repository-dialog.tsx';
import { AuthenticationDialog } from '../../features/repositories/authentication-dialog.tsx';
import { DeleteRepositoryDialog } from '../../features/repositories/delete-repository-dialog.tsx';
import { RepositoryCard } from '../../features/repositories/repository-card.tsx';
import { RepositoryGridSkeleton } from '../../features/repositories/repository-grid-skeleton.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { CardGrid } from '../../ui/layout/card-grid.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useAdding } from './use-adding.ts';
import { useTokenLink } from './use-token-link.ts';

type Asked = { for: 'authentication'; id: string } | { for: 'deletion'; repository: Repository };

/** All GitHub repositories. */
export function RepositoriesPage() {
  const adding = useAdding();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const authenticate = (id: string) => setAsked({ for: 'authentication', id });
  useTokenLink(authenticate);
  return (
    <>
      <PageHeader
        title="Repositories"
        subtitle="GitHub repositories that agents work on"
        actions={
          <Button onClick={adding.open}>
            <Plus size={16} aria-hidden />
            Add Repository
          </Button>
        }
      />
      <Repositories onAdd={adding.open} onAsk={setAsked} />
      <AddRepositoryDialog open={adding.isAdding} onClose={adding.close} onAdded={adding.done} />
      {asked?.for === 'authentication' && (
        <AuthenticationDialog key={asked.id} repositoryId={asked.id} onClose={close} />
      )}
      {asked?.for === 'deletion' && <DeleteRepositoryDialog repository={asked.repository} onClose={close} />}
    </>
  );
}

function Repositories({ onAdd, onAsk }: { onAdd: () => void; onAsk: (asked: Asked) => void }) {
  const query = useQuery(repositoriesQuery());
  const { data, error, refetch } = query;
  const projects = useQuery(projectsQuery()).data;

  if (!data && error) {
    return <LoadFailure what="Repositories" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <RepositoryGridSkeleton />;
  return (
    <>
      <RefreshFailure query={query} what="The list" />
      {data.length > 0 ? (
        <RepositoryGrid repositories={data} projects={projects} onAsk={onAsk} />
      ) : (
        <EmptyState
          icon={GitBranch}
          title="No repositories yet"
          description="Add a GitHub repository, then link it to a project so that an agent can work on it."
          action={<Button onClick={onAdd}>Add Repository</Button>}
        />
      )}
    </>
  );
}

interface RepositoryGridProps {
  repositories: readonly Repository[];
  projects?: readonly Project[];
  onAsk: (asked: Asked) => void;
}

function RepositoryGrid({ repositories, projects, onAsk }: RepositoryGridProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, repositories);
  return (
    <CardGrid ref={list} aria-label="Repositories">
      {repositories.map((repository) => (
        <chakra.li key={repository.id} tabIndex={-1} rounded="card">
          <RepositoryCard
            repository={repository}
            projectName={projects?.find(({ id }) => id === repository.projectId)?.name}
            onAuthenticate={() => onAsk({ for: 'authentication', id: repository.id })}
            onDelete={() => onAsk({ for: 'deletion', repository })}
          />
        </chakra.li>
      ))}
    </CardGrid>
  );
}
