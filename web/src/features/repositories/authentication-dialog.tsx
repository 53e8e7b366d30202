import { type Repository, repositoryAuth } from '@countersign/contract';
import { useForm } from '../../lib/use-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useUpdateAuthentication } from './use-update-authentication.ts';

interface AuthenticationDialogProps {
  /** As it is when the dialog is mounted; mount it anew for another one. */
  repository: Repository;
  onClose: () => void;
}

/** The dialog 'GitHub Authentication' (specification §2). The stored token never comes back: an empty field keeps it. */
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
      description={`For ${repository.owner}/${repository.name}. The agent never sees the token.`}
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
