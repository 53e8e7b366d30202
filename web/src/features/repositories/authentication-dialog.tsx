import { type Repository, repositoryAuth } from '@countersign/contract';
import { fullName } from '../../entities/repository/full-name.ts';
import { useForm } from '../../lib/use-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { useUpdateAuthentication } from './mutations.ts';

interface AuthenticationDialogProps {
  /** Read once, when the dialog is mounted: mount a new dialog for another repository. */
  repository: Repository;
  onClose: () => void;
}

/** The dialog 'GitHub Authentication'. The stored token never comes back: an empty field keeps it. */
export function AuthenticationDialog({ repository, onClose }: AuthenticationDialogProps) {
  const { mutateAsync } = useUpdateAuthentication(repository.id);
  const form = useForm({
    initial: { githubToken: '', isPrivate: repository.isPrivate, isRemoving: false },
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
      title="GitHub Authentication"
      description={`For ${fullName(repository)}. The agent never sees the token.`}
      onSubmit={() => void submit()}
      submitLabel="Save"
      submitting={form.submitting}
      error={form.formError}
    >
      <Field
        label="Personal access token"
        error={form.errors.githubToken}
        helper={
          repository.hasToken
            ? 'A token is stored. Leave this empty to keep it.'
            : 'It needs to read the contents, and to write them for publishing.'
        }
      >
        <Input
          {...form.text('githubToken')}
          type="password"
          autoComplete="off"
          disabled={isRemoving}
          placeholder={repository.hasToken ? '••••••••••••••••' : 'github_pat_…'}
        />
      </Field>
      <div>
        {repository.hasToken && (
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
    </FormDialog>
  );
}
