import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SavedFields } from '../../lib/forms/use-leave-when-saved.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { rulesQuery } from './queries.ts';
import { RuleRow } from './rule-row.tsx';
import { WriteRule } from './write-rule.tsx';

interface RulesSettingProps {
  projectId: string;
  /** The registry of the dialog around it. */
  fields?: SavedFields;
}

/** A project's rules: each with its uses and its expiry; others are made from a request's card, or written here. */
export default function RulesSetting({ projectId, fields }: RulesSettingProps) {
  const { data, error, isError, refetch } = useQuery(rulesQuery(projectId));
  const [isWriting, setWriting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, data);
  const writing = useRef<HTMLDivElement>(null);
  useFocusRescue(writing, isWriting);
  return (
    <chakra.section aria-label="Rules" display="grid" gap="12px">
      <div>
        <chakra.h3 fontWeight="500">Rules</chakra.h3>
        <chakra.p textStyle="sm" color="fg.muted">
          A step that a rule covers is approved at once and marked with the rule. No rule covers publishing, anything
          that openly uses the network or secrets, or what cannot be judged. A command that runs the project’s own code
          may still do any of these; agents may read files without asking.
        </chakra.p>
      </div>
      {isError && <LoadFailure what="Rules" error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height="44px" role="status" aria-label="Loading rules" />}
      {data?.length === 0 && <p>No rules yet: every request needs your decision or a task’s limits.</p>}
      <chakra.ul ref={list} hidden={!data?.length}>
        {data?.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </chakra.ul>
      <div ref={writing}>
        {isWriting ? (
          <WriteRule projectId={projectId} fields={fields} onSaved={() => setWriting(false)} />
        ) : (
          <Button variant="outline" colorPalette="neutral" onClick={() => setWriting(true)}>
            Write a rule
          </Button>
        )}
      </div>
    </chakra.section>
  );
}
