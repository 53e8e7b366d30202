import { type Repository, repositoryAuth } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
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
    <Dialog
      open
      onClose={onClose}
      title="GitHub Authentication"
      description={`For ${repository.owner}/${repository.name}. The agent never sees the token.`}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="outline" colorPalette="neutral" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="12px">
        {form.formError && <FormAlert>{form.formError}</FormAlert>}
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
      </chakra.div>
    </Dialog>
  );
}
