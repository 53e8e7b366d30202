import { createRepository, parseGithubUrl, type Repository } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from '../../lib/forms/use-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { useCreateRepository } from './mutations.ts';

interface AddRepositoryDialogProps {
  open: boolean;
  onClose: () => void;
  /** It exists now: closes the dialog. */
  onAdded: (repository: Repository) => void;
}

const initial = { url: '', owner: '', name: '', description: '' };

/** The dialog 'Add GitHub Repository': a GitHub address fills in owner and name. */
export function AddRepositoryDialog({ open, onClose, onAdded }: AddRepositoryDialogProps) {
  const { mutateAsync } = useCreateRepository();
  const form = useForm({
    initial,
    schema: createRepository,
    toBody: ({ name, owner, url, description }) => ({
      name,
      owner,
      url,
      description: description.trim() === '' ? null : description,
    }),
    send: async (body) => onAdded(await mutateAsync(body)),
  });

  const changeUrl = (url: string) => {
    form.set('url', url);
    const found = parseGithubUrl(url);
    if (!found) return;
    form.set('owner', found.owner);
    form.set('name', found.name);
  };
  const submit = async () => {
    if (await form.submit()) form.reset();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add GitHub Repository"
      onSubmit={() => void submit()}
      submitLabel="Add Repository"
      submitting={form.submitting}
      error={form.formError}
    >
      <Field label="Repository URL" required error={form.errors.url}>
        <Input
          {...form.text('url')}
          onChange={(event) => changeUrl(event.target.value)}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://github.com/owner/name"
        />
      </Field>
      <chakra.div display="grid" gap="16px" gridTemplateColumns={{ sm: '1fr 1fr' }} alignItems="start">
        <Field label="Owner" required error={form.errors.owner}>
          <Input {...form.text('owner')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Name" required error={form.errors.name}>
          <Input {...form.text('name')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      </chakra.div>
      <Field label="Description" helper="Optional" error={form.errors.description}>
        <Textarea {...form.text('description')} />
      </Field>
    </FormDialog>
  );
}
