import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repositoriesQuery } from '../../entities/repository/repositories-query.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { LinkChoice } from './link-choice.tsx';
import { RepositoriesLinks } from './repositories-links.tsx';
import { useAddToProject } from './use-add-to-project.ts';

interface LinkRepositoryDialogProps {
  projectId: string;
  onClose: () => void;
  /** Initially chosen. */
  initialId?: string;
  /** A project's name, to say where a repository is taken from. */
  projectName: (id: string) => string | undefined;
}

/**
 * The dialog 'Add Repository to Project': a repository that is not linked to it yet, or a new one by its address, with
 * its token if it needs one.
 */
export function LinkRepositoryDialog({ projectId, onClose, initialId = '', projectName }: LinkRepositoryDialogProps) {
  const repositories = useQuery(repositoriesQuery());
  const [chosenId, setChosenId] = useState(initialId);
  const [address, setAddress] = useState('');
  const [token, setToken] = useState('');
  const add = useAddToProject(projectId, repositories.data);

  const linkable = repositories.data?.filter((repository) => repository.projectId !== projectId);
  const isNew = address.trim() !== '';
  const isChosen = linkable?.some(({ id }) => id === chosenId) ?? false;
  const submit = async () => {
    if (await add.submit(isNew ? { address, token } : { repositoryId: chosenId })) onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      isTyped={isNew || token !== '' || chosenId !== initialId}
      title="Add Repository to Project"
      onSubmit={() => void submit()}
      submitLabel="Add Repository"
      submitting={add.isPending}
      disabled={!isNew && !isChosen}
      error={add.problem}
    >
      {linkable && linkable.length > 0 && !isNew && (
        <div>
          <LinkChoice repositories={linkable} chosenId={chosenId} onChoose={setChosenId} projectName={projectName} />
        </div>
      )}
      {!repositories.data && repositories.error && (
        <LoadFailure what="Repositories" error={repositories.error} onRetry={() => void repositories.refetch()} />
      )}
      {!repositories.data && !repositories.error && (
        <LoadingRegion label="Loading repositories">
          <Skeleton height="20px" width="30%" />
          <Skeleton height="44px" mt="6px" />
        </LoadingRegion>
      )}
      {(repositories.data || repositories.error) && (
        <>
          <Field
            label={linkable?.length ? 'Or a new one by its address' : 'Address of a GitHub repository'}
            error={add.errors.url}
          >
            <Input
              name="address"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://github.com/owner/name"
            />
          </Field>
          {isNew && (
            <Field
              label="Personal access token"
              error={add.errors.githubToken}
              helper="Needed to publish, and for a private repository. The agent never sees it. You can add it later."
            >
              <Input
                name="githubToken"
                type="password"
                autoComplete="off"
                value={token}
                onChange={({ target }) => setToken(target.value)}
                placeholder="github_pat_…"
              />
            </Field>
          )}
        </>
      )}
      <RepositoriesLinks projectId={projectId} />
    </FormDialog>
  );
}
