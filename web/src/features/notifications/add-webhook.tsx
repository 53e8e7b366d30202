import { createWebhook } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { useCreateWebhook } from './mutations.ts';

/** Adds the address of an ntfy or Slack webhook that is called when nobody reacts elsewhere. */
export function AddWebhook() {
  const { mutateAsync } = useCreateWebhook();
  const form = useForm({
    initial: { label: '', url: '' },
    schema: createWebhook,
    toBody: ({ label, url }) => ({ label: label.trim(), url: url.trim() }),
    send: mutateAsync,
  });
  const add = async () => {
    if (await form.submit()) form.reset();
  };
  return (
    <Disclosure summary="Add a webhook">
      <chakra.div display="grid" gap="12px">
        <chakra.p textStyle="sm" color="fg.muted">
          The address of an ntfy or Slack webhook. It gets a sentence and a link if you have not responded for ten
          minutes, or at once if no device is notified first. Following the link decides nothing.
        </chakra.p>
        {form.formError && <FormAlert>{form.formError}</FormAlert>}
        <Field label="Name" error={form.errors.label}>
          <Input {...form.text('label')} autoComplete="off" placeholder="ntfy" />
        </Field>
        <Field label="Address" error={form.errors.url}>
          <Input {...form.text('url')} autoComplete="off" spellCheck={false} placeholder="https://ntfy.sh/…" />
        </Field>
        <div>
          <Button variant="outline" colorPalette="neutral" loading={form.submitting} onClick={() => void add()}>
            Add webhook
          </Button>
        </div>
      </chakra.div>
    </Disclosure>
  );
}
