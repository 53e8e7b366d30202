import { setCountersignature, type Countersignature } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../lib/api.ts';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { type SavedFields, useSavedOnLeaving } from '../../lib/forms/use-leave-when-saved.ts';
import { useSending } from '../../lib/forms/use-sending.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useSetCountersignature } from './mutations.ts';
import { countersignatureQuery } from './queries.ts';

/**
 * The name in the commits that the owner approves: freely chosen; the e-mail address is added only if they want that.
 * `fields`: the registry of the dialog around it, which stays open over a choice that is not saved.
 */
export function CountersignatureSection({ fields }: { fields?: SavedFields }) {
  const { data, error, isFetching, refetch } = useQuery(countersignatureQuery());
  return (
    <chakra.section aria-labelledby="countersignature" borderTopWidth="1px" py="20px">
      <chakra.h3 id="countersignature" textStyle="cardTitle">
        In commits
      </chakra.h3>
      <chakra.p textStyle="sm" color="fg.muted" mt="4px" mb="12px">
        A commit that you approve says who countersigned it, for as long as its history is kept. So does its signed
        note, if one was pushed.
      </chakra.p>
      {error && !isFetching && <LoadFailure what="Your name in commits" error={error} onRetry={() => void refetch()} />}
      {data && <ChoiceForm chosen={data} isFetching={isFetching} fields={fields} />}
    </chakra.section>
  );
}

interface ChoiceFormProps {
  chosen: Countersignature;
  /** What is shown may be out of date: saving waits, because both settings are sent. */
  isFetching: boolean;
  fields: SavedFields | undefined;
}

function ChoiceForm({ chosen, isFetching, fields }: ChoiceFormProps) {
  const [typed, setTyped] = useState<Partial<{ name: string; withEmail: boolean }>>({});
  const { name, withEmail } = { name: chosen.name ?? '', withEmail: chosen.email !== null, ...typed };
  const save = useSetCountersignature();
  const choice = { name: name.trim() === '' ? null : name.trim(), withEmail };
  const checked = setCountersignature.safeParse(choice);
  const problem = checked.success ? (save.error ? messageOf(save.error) : undefined) : checked.error.issues[0]?.message;
  const isNew = choice.name !== chosen.name || withEmail !== (chosen.email !== null);
  const [wasLeft, setWasLeft] = useState(false);
  const sending = useSending();
  const type = (change: typeof typed) => {
    setTyped({ ...typed, ...change });
    setWasLeft(false);
  };
  const send = async () => {
    try {
      await save.mutateAsync(choice);
      setTyped((now) => changedFields(now, typed));
      return true;
    } catch {
      return false; // the field says why
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    fields?.touched();
    void sending.begin(choice, send);
  };
  useSavedOnLeaving(fields, async () => {
    const sent = sending.of(choice);
    if (sent) return sent;
    // Also where the stored choice was chosen again while another one is on its way.
    const isLeft = isNew || save.isPending;
    setWasLeft(isLeft);
    return !isLeft;
  });
  const error = problem ?? (wasLeft && isNew ? 'Save or undo the change' : undefined);
  return (
    <form onSubmit={submit}>
      <Field label="Name in commits" error={error} helper="If this is empty, commits say “the owner of this task”.">
        <Input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => type({ name: event.target.value })}
        />
      </Field>
      <Switch label="With your email address" checked={withEmail} onChange={(on) => type({ withEmail: on })} />
      <Button
        type="submit"
        variant="outline"
        loading={save.isPending}
        disabled={isFetching || !isNew || !checked.success}
      >
        Save
      </Button>
    </form>
  );
}
