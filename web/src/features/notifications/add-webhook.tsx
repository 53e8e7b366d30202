import { createWebhook } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { type SavedFields, useSavedOnLeaving } from '../../lib/forms/use-leave-when-saved.ts';
import { useSending } from '../../lib/forms/use-sending.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { useCreateWebhook } from './mutations.ts';

/**
 * Adds the address of an ntfy or Slack webhook that is called when nobody reacts elsewhere. The dialog around it, whose
 * registry is `fields`, stays open over what is not added.
 */
export function AddWebhook({ fields }: { fields: SavedFields | undefined }) {
  const { mutateAsync } = useCreateWebhook();
  const form = useForm({
    initial: { label: '', url: '' },
    schema: createWebhook,
    toBody: ({ label, url }) => ({ label: label.trim(), url: url.trim() }),
    send: mutateAsync,
  });
  const sending = useSending();
  const [wasLeft, setWasLeft] = useState(false);
  const add = async () => {
    const isAdded = await form.submit();
    if (isAdded) form.reset();
    return isAdded;
  };
  const press = () => {
    fields?.touched();
    void sending.begin(form.values, add);
  };
  useSavedOnLeaving(fields, async () => {
    const sent = sending.of(form.values);
    if (sent) return sent;
    const isEmpty = form.values.label.trim() === '' && form.values.url.trim() === '';
    setWasLeft(!isEmpty);
    return isEmpty;
  });
  return (
    <Disclosure summary="Add a webhook">
      <chakra.div display="grid" gap="12px" onChange={() => setWasLeft(false)}>
        <chakra.p textStyle="sm" color="fg.muted">
          The address of an ntfy or Slack webhook. It gets a sentence and a link if you have not responded for ten
          minutes, or at once if no device is notified first. Following the link decides nothing.
        </chakra.p>
        {form.formError && <FormAlert>{form.formError}</FormAlert>}
        <Field label="Name" error={form.errors.label}>
          <Input {...form.text('label')} autoComplete="off" placeholder="ntfy" />
        </Field>
        <Field label="Address" error={form.errors.url ?? (wasLeft ? 'Add or clear the webhook' : undefined)}>
          <Input {...form.text('url')} autoComplete="off" spellCheck={false} placeholder="https://ntfy.sh/…" />
        </Field>
        <div>
          <Button variant="outline" colorPalette="neutral" loading={form.submitting} onClick={press}>
            Add webhook
          </Button>
        </div>
      </chakra.div>
    </Disclosure>
  );
}
