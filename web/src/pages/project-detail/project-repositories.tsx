import type { Repository } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LinkedRepository } from '../../features/repositories/linked-repository.tsx';
import { projectRepositoriesQuery } from '../../features/repositories/queries.ts';
import { UnlinkRepositoryDialog } from '../../features/repositories/unlink-repository-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
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
          <ProjectRows>
            {repositories.map((repository) => (
              <li key={repository.id}>
                <LinkedRepository repository={repository} onUnlink={() => setAsked({ repository, open: true })} />
              </li>
            ))}
          </ProjectRows>
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
