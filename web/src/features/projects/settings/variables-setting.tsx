import { type Project, setVariable } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { useForm } from '../../../lib/forms/use-form.ts';
import { type SavedFields, useSavedOnLeaving } from '../../../lib/forms/use-leave-when-saved.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFocusRescue } from '../../../ui/focus/use-focus-rescue.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { useStoreVariable } from '../mutations.ts';
import { VariableRow } from './variable-row.tsx';

const initial = { name: '', value: '', isSecret: true, forAgent: false };

interface VariablesSettingProps {
  project: Pick<Project, 'id' | 'variables'>;
  /** The registry of the dialog around it: what is typed is stored before it closes. */
  fields: SavedFields;
}

/**
 * A project's values: their names, each removable, and a form to add or replace one. The values themselves are never
 * shown.
 */
export function VariablesSetting({ project, fields }: VariablesSettingProps) {
  const { mutateAsync } = useStoreVariable(project.id);
  const form = useForm({
    initial,
    schema: setVariable,
    // A token copied with the end of its line is meant without it; a key's lines all have theirs.
    toBody: ({ name, value, ...rest }) => ({ name: name.trim(), value: value.replace(/^(.*)\n$/, '$1'), ...rest }),
    send: mutateAsync,
  });
  const { name, value } = form.values;
  const sending = useSending();
  const send = async () => {
    const isStored = await form.submit();
    if (isStored) form.reset();
    return isStored;
  };
  // Sent once, also where the dialog is left right after the button was pressed.
  const store = () => sending.of(form.values) ?? sending.begin(form.values, send);
  const press = () => {
    fields.touched();
    void store();
  };
  useSavedOnLeaving(fields, async () => (name.trim() === '' && value === '') || store());
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, project.variables);
  return (
    <chakra.section aria-label="Values" display="grid" gap="12px">
      <div>
        <chakra.h3 fontWeight="500">Values</chakra.h3>
        <chakra.p textStyle="sm" color="fg.muted">
          The setup command gets them as environment variables. Where a task goes on after a break, it gets only those
          that the agent gets, too. They are stored encrypted; this page never shows them again.
        </chakra.p>
      </div>
      <chakra.ul ref={list} display={project.variables.length > 0 ? 'grid' : 'none'} gap="4px">
        {project.variables.map((variable) => (
          <VariableRow key={variable.name} projectId={project.id} variable={variable} />
        ))}
      </chakra.ul>
      {form.formError && <FormAlert>{form.formError}</FormAlert>}
      <Field label="Name" error={form.errors.name}>
        <Input {...form.text('name')} autoComplete="off" spellCheck={false} placeholder="API_TOKEN" />
      </Field>
      <Field label="Value" error={form.errors.value}>
        <Textarea
          {...form.text('value')}
          rows={2}
          minH="0"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          css={{ WebkitTextSecurity: 'disc' }}
        />
      </Field>
      <Switch
        label="Secret: masked in logs and steps (from 8 characters on)"
        checked={form.values.isSecret}
        onChange={(isSecret) => form.set('isSecret', isSecret)}
      />
      <Switch
        label="Give it to the agent, too"
        checked={form.values.forAgent}
        onChange={(forAgent) => form.set('forAgent', forAgent)}
      />
      {form.values.forAgent && (
        <chakra.p textStyle="sm" color="waiting.fg">
          The agent can read this value and send it anywhere it can connect to.
        </chakra.p>
      )}
      <div>
        <Button variant="outline" colorPalette="neutral" loading={form.submitting} onClick={press}>
          Store value
        </Button>
      </div>
    </chakra.section>
  );
}
