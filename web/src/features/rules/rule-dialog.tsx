import { type Approval, patternWords } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleText } from '../../lib/text/visible-text.ts';
import { AskingDialog } from '../../ui/dialogs/asking-dialog.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { proposalsQuery } from './queries.ts';
import { RuleForm } from './rule-form.tsx';

interface RuleDialogProps {
  approval: Approval;
  open: boolean;
  onClose: () => void;
}

/** Creates a rule from a request. The request itself is still decided by hand. */
export default function RuleDialog({ approval, open, onClose }: RuleDialogProps) {
  const { data, error, isError, refetch } = useQuery(proposalsQuery(approval.id));
  const [chosen, choose] = useState(0);
  const [isTyped, setTyped] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const patterns = data?.patterns ?? [];
  const pattern = patterns[chosen];
  const options = patterns.map((one, index) => ({ value: String(index), label: patternWords(one) }));
  const close = () => {
    setTyped(false);
    onClose();
  };
  return (
    <AskingDialog
      open={open}
      onClose={close}
      isTyped={isTyped}
      busy={isSaving}
      title="Always allow this here"
      description={`Requests in ${visibleText(approval.task.project.name)} that this rule covers are approved as they come in. This one still needs your decision.`}
    >
      <chakra.div display="grid" gap="16px" onChange={() => setTyped(true)}>
        {isError && <LoadFailure what="Rules for this" error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height="120px" role="status" aria-label="Loading rules for this" />}
        {data && !pattern && (
          <p>
            No rule can cover this request: it could do more than it says, or affects something that rules never cover.
            You are asked each time.
          </p>
        )}
        {patterns.length > 1 && (
          <Field label="Allow">
            <Select options={options} value={String(chosen)} onChange={(index) => choose(Number(index))} />
          </Field>
        )}
        {pattern && (
          <RuleForm projectId={approval.task.project.id} pattern={pattern} onSaving={setSaving} onSaved={close} />
        )}
      </chakra.div>
    </AskingDialog>
  );
}
