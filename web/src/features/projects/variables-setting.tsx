import { type Project, setVariable } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trash2 } from 'lucide-react';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useStoreVariable } from './mutations.ts';

const initial = { name: '', value: '', isSecret: true, forAgent: false };

/**
 * A project's values: their names, each removable, and a form to add or replace one. The values themselves are never
 * shown.
 */
export function VariablesSetting({ project }: { project: Pick<Project, 'id' | 'variables'> }) {
  const { mutateAsync, isPending } = useStoreVariable(project.id);
  const form = useForm({
    initial,
    schema: setVariable,
    toBody: ({ name, ...rest }) => ({ name: name.trim(), ...rest }),
    send: mutateAsync,
  });
  const add = async () => {
    if (await form.submit()) form.reset();
  };
  const remove = (name: string) => void mutateAsync({ name, value: null }).catch(() => undefined);
  return (
    <chakra.section aria-label="Values" display="grid" gap="12px">
      <div>
        <chakra.h3 fontWeight="500">Values</chakra.h3>
        <chakra.p textStyle="sm" color="fg.muted">
          The setup command gets them as environment variables. Where a task goes on after a break, it gets only those
          that the agent gets, too. They are stored encrypted; this page never shows them again.
        </chakra.p>
      </div>
      {project.variables.length > 0 && (
        <chakra.ul display="grid" gap="4px">
          {project.variables.map(({ name, isSecret, forAgent }) => (
            <Row key={name}>
              <chakra.span minW={0} overflowWrap="anywhere">
                <chakra.span textStyle="mono">{name}</chakra.span>{' '}
                <chakra.span textStyle="sm" color="fg.muted">
                  {[isSecret ? 'secret' : 'not secret', ...(forAgent ? ['for the agent, too'] : [])].join(', ')}
                </chakra.span>
              </chakra.span>
              <IconButton
                label={`Remove ${name}`}
                size="sm"
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => remove(name)}
              />
            </Row>
          ))}
        </chakra.ul>
      )}
      <Field label="Name" error={form.errors.name}>
        <Input {...form.text('name')} autoComplete="off" spellCheck={false} placeholder="API_TOKEN" />
      </Field>
      <Field label="Value" error={form.errors.value}>
        <Input {...form.text('value')} type="password" autoComplete="new-password" />
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
        <Button variant="outline" colorPalette="neutral" loading={isPending} onClick={() => void add()}>
          Store value
        </Button>
      </div>
    </chakra.section>
  );
}

const Row = chakra('li', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px', minH: '44px' },
});
