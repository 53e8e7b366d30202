import type { Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { LinkedRepository } from '../../features/repositories/linked-repository.tsx';
import { projectRepositoriesQuery } from '../../features/repositories/queries.ts';
import { UnlinkRepositoryDialog } from '../../features/repositories/unlink-repository-dialog.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { ProjectRows, ProjectSection } from './project-section.tsx';

interface ProjectRepositoriesProps {
  projectId: string;
  onAdd: () => void;
}

/** The repositories linked to a project. */
export function ProjectRepositories({ projectId, onAdd }: ProjectRepositoriesProps) {
  const [asked, setAsked] = useState<{ repository: Repository; open: boolean } | null>(null);
  return (
    <>
      <ProjectSection
        title="Repositories"
        query={useQuery(projectRepositoriesQuery(projectId))}
        listKey={projectRepositoriesQuery(projectId).queryKey}
        rowHeight={46}
        action={
          <IconButton label="Link a repository" size="sm" icon={<Plus size={16} aria-hidden />} onClick={onAdd} />
        }
        empty={
          <EmptyState
            as="h3"
            title="No repositories linked"
            description="Without one, tasks begin in an empty folder."
            action={
              <Button variant="outline" size="sm" onClick={onAdd}>
                Add Repository
              </Button>
            }
          />
        }
      >
        {(repositories) => (
          <Rows repositories={repositories} onUnlink={(repository) => setAsked({ repository, open: true })} />
        )}
      </ProjectSection>
      {asked && (
        <UnlinkRepositoryDialog
          {...asked}
          key={asked.repository.id}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </>
  );
}

interface RowsProps {
  repositories: readonly Repository[];
  onUnlink: (repository: Repository) => void;
}

function Rows({ repositories, onUnlink }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, repositories);
  return (
    <ProjectRows ref={list}>
      {repositories.map((repository) => (
        <chakra.li key={repository.id} tabIndex={-1} rounded="card">
          <LinkedRepository repository={repository} onUnlink={() => onUnlink(repository)} />
        </chakra.li>
      ))}
    </ProjectRows>
  );
}
