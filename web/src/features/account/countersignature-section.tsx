import { routes, setCountersignature, type Countersignature } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { keys } from '../../entities/query-keys.ts';
import { api, detailOf, messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useSetCountersignature } from './mutations.ts';

const countersignatureQuery = () =>
  queryOptions({
    queryKey: keys.countersignature,
    queryFn: ({ signal }) => api.call(routes.getCountersignature, { signal }),
    meta: { persist: false },
  });

/**
 * The name in the commits that the owner approves: freely chosen; the e-mail address is added only if they want that.
 */
export function CountersignatureSection() {
  const { data, error, isFetching, refetch } = useQuery(countersignatureQuery());
  return (
    <chakra.section aria-labelledby="countersignature" borderTopWidth="1px" py="20px">
      <chakra.h3 id="countersignature" textStyle="cardTitle">
        In commits
      </chakra.h3>
      <chakra.p color="fg.muted" mt="4px" mb="12px">
        A commit that you approve says who countersigned it, for as long as its history is kept. So does its signed
        note, if one was pushed.
      </chakra.p>
      {error && !isFetching && (
        <ErrorState
          title="Failed to load your name in commits"
          detail={detailOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <ChoiceForm chosen={data} />}
    </chakra.section>
  );
}

function ChoiceForm({ chosen }: { chosen: Countersignature }) {
  const [name, setName] = useState(chosen.name ?? '');
  const [withEmail, setWithEmail] = useState(chosen.email !== null);
  const save = useSetCountersignature();
  const choice = { name: name.trim() === '' ? null : name.trim(), withEmail };
  const checked = setCountersignature.safeParse(choice);
  const problem = checked.success ? (save.error ? messageOf(save.error) : undefined) : checked.error.issues[0]?.message;
  const isNew = choice.name !== chosen.name || withEmail !== (chosen.email !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(choice);
  };
  return (
    <form onSubmit={submit}>
      <Field label="Name in commits" error={problem} helper="If this is empty, commits say “the owner of this task”.">
        <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Switch label="With your email address" checked={withEmail} onChange={setWithEmail} />
      <Button type="submit" variant="outline" loading={save.isPending} disabled={!isNew || !checked.success}>
        Save
      </Button>
    </form>
  );
}
