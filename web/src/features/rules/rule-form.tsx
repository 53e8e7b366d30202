import { createRule, RULE_DAYS_DEFAULT, type RulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { useCreateRule } from './mutations.ts';
import { previewQuery } from './queries.ts';
import { RulePreviewView } from './rule-preview.tsx';
import { dayOptions, shortWords } from './rule-words.ts';

interface RuleFormProps {
  projectId: string;
  pattern: RulePattern;
  /** Whether it is on its way to the server. */
  onSaving?: (isSaving: boolean) => void;
  onSaved: () => void;
}

const NAME_MAX = 100;

/** A rule about to be stored: what it would have answered, its name, its expiry. Nothing is stored unseen. */
export function RuleForm({ projectId, pattern, onSaving, onSaved }: RuleFormProps) {
  const { isSuccess } = useQuery(previewQuery(projectId, pattern));
  const { mutateAsync } = useCreateRule(projectId);
  const form = useForm({
    initial: { name: shortWords(pattern).slice(0, NAME_MAX), expiresInDays: String(RULE_DAYS_DEFAULT) },
    schema: createRule,
    toBody: ({ name, expiresInDays }) => ({ name, pattern, expiresInDays: Number(expiresInDays) }),
    send: mutateAsync,
  });
  /** What was refused is not known of another pattern. */
  const [sent, setSent] = useState(pattern);
  const save = async () => {
    setSent(pattern);
    onSaving?.(true);
    const isSaved = await form.submit();
    onSaving?.(false);
    if (isSaved) onSaved();
  };
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="inherit"
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles events through the dialog's portal.
        event.stopPropagation();
        void save();
      }}
    >
      <RulePreviewView projectId={projectId} pattern={pattern} />
      {form.formError && sent === pattern && <FormAlert>{form.formError}</FormAlert>}
      <Field label="Name" error={form.errors.name} helper="The steps it approves are marked with this name.">
        <Input {...form.text('name')} autoComplete="off" maxLength={NAME_MAX} />
      </Field>
      <Field label="Expires in" error={form.errors.expiresInDays}>
        <Select
          options={dayOptions}
          value={form.values.expiresInDays}
          onChange={(days) => form.set('expiresInDays', days)}
        />
      </Field>
      <Foot>
        <Button type="submit" loading={form.submitting} disabled={!isSuccess}>
          Save rule
        </Button>
      </Foot>
    </chakra.form>
  );
}

/** Stays in view on a low screen, where the fields scroll behind it. */
const Foot = chakra('div', {
  base: { position: 'sticky', bottom: '-4px', display: 'flex', justifyContent: 'flex-end', py: '12px', bg: 'bg.panel' },
});
