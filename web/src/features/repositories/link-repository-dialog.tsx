import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadingRegion } from '../../ui/loading-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LinkChoice } from './link-choice.tsx';
import { repositoriesQuery } from './queries.ts';
import { RepositoriesLinks } from './repositories-links.tsx';
import { useLinkRepository } from './use-link-repository.ts';

interface LinkRepositoryDialogProps {
  projectId: string;
  onClose: () => void;
  /** Chosen from the start. */
  initialId?: string;
  /** The name of a project, to say whom a repository is taken from. */
  projectName: (id: string) => string | undefined;
}

/** The dialog 'Add Repository to Project' (specification §2): one of the repositories that are not linked to it yet. */
export function LinkRepositoryDialog({ projectId, onClose, initialId = '', projectName }: LinkRepositoryDialogProps) {
  const repositories = useQuery(repositoriesQuery());
  const link = useLinkRepository();
  const [chosenId, setChosenId] = useState(initialId);

  const linkable = repositories.data?.filter((repository) => repository.projectId !== projectId);
  const isChosen = linkable?.some(({ id }) => id === chosenId) ?? false;
  const submit = () => link.mutate({ repositoryId: chosenId, projectId }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Repository to Project"
      onSubmit={submit}
      busy={link.isPending}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={onClose} disabled={link.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={link.isPending} disabled={!isChosen}>
            Add Repository
          </Button>
        </>
      }
    >
      {link.error && <FormAlert>{messageOf(link.error)}</FormAlert>}
      {linkable ? (
        <LinkChoice repositories={linkable} chosenId={chosenId} onChoose={setChosenId} projectName={projectName} />
      ) : repositories.error ? (
        <ErrorState
          title="Repositories could not be loaded"
          detail={messageOf(repositories.error)}
          onRetry={() => void repositories.refetch()}
        />
      ) : (
        <LoadingRegion label="Loading repositories">
          <Skeleton height="20px" width="30%" />
          <Skeleton height="44px" mt="6px" />
        </LoadingRegion>
      )}
      <RepositoriesLinks projectId={projectId} />
    </Dialog>
  );
}
