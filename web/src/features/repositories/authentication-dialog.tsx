import { type Repository, repositoryAuth } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '../../entities/repository/full-name.ts';
import { repositoriesQuery } from '../../entities/repository/repositories-query.ts';
import { detailOf } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { notLoaded } from '../../lib/text/not-loaded.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { RowSkeletons } from '../../ui/loading/row-skeletons.tsx';
import { useUpdateAuthentication } from './mutations.ts';

interface AuthenticationDialogProps {
  /** Mount a new dialog for another repository. */
  repositoryId: string;
  onClose: () => void;
}

/**
 * The dialog 'GitHub Authentication'. The stored token never comes back: an empty field keeps it. The repository is
 * fetched at each opening: data kept from an earlier visit may be out of date, and would be stored again with the rest.
 */
export function AuthenticationDialog({ repositoryId, onClose }: AuthenticationDialogProps) {
  const list = useQuery({ ...repositoriesQuery(), staleTime: 0 });
  const isKnown = list.data !== undefined && !isLastSeen(list.dataUpdatedAt);
  const repository = isKnown ? list.data.find(({ id }) => id === repositoryId) : undefined;
  const { mutateAsync } = useUpdateAuthentication(repositoryId);
  const form = useForm({
    initial: { githubToken: '', isPrivate: repository?.isPrivate ?? false, isRemoving: false },
    schema: repositoryAuth,
    toBody: ({ githubToken, isPrivate, isRemoving }) => ({ githubToken: isRemoving ? null : githubToken, isPrivate }),
    send: mutateAsync,
  });
  const { isPrivate, isRemoving } = form.values;

  const submit = async () => {
    if (await form.submit()) onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      isTyped={form.isTyped}
      title="GitHub Authentication"
      description={repository && `For ${fullName(repository)}. The agent never sees the token.`}
      onSubmit={() => void submit()}
      submitLabel="Save"
      submitting={form.submitting}
      disabled={!repository}
      error={form.formError}
    >
      {content()}
    </FormDialog>
  );

  function content() {
    if (repository) return fieldsOf(repository);
    if (list.isFetching || (!list.error && !isKnown))
      return <RowSkeletons label="Loading the repository" count={2} height={70} />;
    const detail = list.error ? detailOf(list.error) : 'It no longer exists.';
    return <ErrorState title={notLoaded('The repository')} detail={detail} onRetry={() => void list.refetch()} />;
  }

  function fieldsOf({ hasToken }: Repository) {
    return (
      <>
        <Field
          label="Personal access token"
          error={form.errors.githubToken}
          helper={
            hasToken
              ? 'A token is stored. Leave this empty to keep it.'
              : 'It needs read access to the contents and, to publish, write access to contents and pull requests.'
          }
        >
          <Input
            {...form.text('githubToken')}
            type="password"
            autoComplete="off"
            disabled={isRemoving}
            placeholder={hasToken ? '••••••••••••••••' : 'github_pat_…'}
          />
        </Field>
        <div>
          {hasToken && (
            <Checkbox
              label="Remove the stored token"
              checked={isRemoving}
              onChange={(checked) => form.set('isRemoving', checked)}
            />
          )}
          <Checkbox
            label="Private Repository"
            name="isPrivate"
            checked={isPrivate}
            onChange={(checked) => form.set('isPrivate', checked)}
          />
        </div>
      </>
    );
  }
}
