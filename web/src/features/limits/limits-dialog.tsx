import { type AskForLimits, limits as limitsSchema, type LimitsProposal, rulePattern } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { newPatternValues, patternOf, writtenField } from '../../entities/rule/pattern-fields.tsx';
import { detailOf } from '../../lib/api.ts';
import { typedNumber } from '../../lib/forms/typed-number.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { plural } from '../../lib/text/plural.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useAskForLimits } from './mutations.ts';
import { PatternList, withPattern } from './pattern-list.tsx';
import { proposalQuery } from './queries.ts';

interface LimitsDialogProps {
  taskId: string;
  /**
   * The number of this opening. Each starts a fresh form, with the proposal of that moment: give the dialog another
   * `key`.
   */
  opening: number;
  /** Other limits are in force. */
  isReplacing: boolean;
  open: boolean;
  onClose: () => void;
}

/**
 * Proposed limits, to be edited: what may pass, how often, for how long. They are put on a card, which is approved like
 * any other.
 */
export default function LimitsDialog({ taskId, opening, isReplacing, open, onClose }: LimitsDialogProps) {
  const { data, error, isError, refetch } = useQuery({ ...proposalQuery(taskId, opening), enabled: open });
  const { mutateAsync } = useAskForLimits(taskId, isReplacing);
  // Only checked: it is part of the limits once it is added, or when they are sent.
  const written = useForm({
    initial: newPatternValues,
    schema: rulePattern,
    toBody: patternOf,
    send: async () => undefined,
  });
  const isWritten = writtenField(written.values) !== null;
  const form = useForm({
    initial: valuesOf(data),
    schema: limitsSchema,
    toBody: ({ patterns, ...values }) => {
      const all = isWritten ? withPattern(patterns, patternOf(written.values)) : patterns;
      return bodyOf({ ...values, patterns: all }, data?.budgetUnit ?? null);
    },
    send: mutateAsync,
  });
  const submit = async () => {
    if (isWritten && !(await written.submit())) return;
    if (await form.submit()) onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      isTyped={form.isTyped || isWritten}
      title="Propose limits"
      description="Steps within them pass without asking. They never cover publishing, anything that openly uses the network or secrets, or what cannot be judged. A command that runs the project’s own code may still do any of these; agents may read files without asking."
      onSubmit={() => void submit()}
      submitLabel="Ask for approval"
      submitting={form.submitting}
      disabled={!data}
      error={form.formError}
    >
      {isError && (
        <ErrorState title="Limits could not be proposed" detail={detailOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height="240px" role="status" aria-label="Looking at the latest requests" />}
      {data && (
        <>
          <p>{basisWords(data)}</p>
          <PatternList
            patterns={form.values.patterns}
            error={form.errors.patterns}
            onChange={(patterns) => form.set('patterns', patterns)}
            written={written}
          />
          <Field label="Steps" error={form.errors.steps}>
            <Input {...form.text('steps')} type="number" inputMode="numeric" min={1} />
          </Field>
          <Field label="Minutes" error={form.errors.minutes} helper="They start when you approve.">
            <Input {...form.text('minutes')} type="number" inputMode="numeric" min={1} />
          </Field>
          {data.budgetUnit !== null && (
            <Field
              label={data.budgetUnit === 'usd' ? 'Budget of the task ($)' : 'Budget of the task (tokens)'}
              error={form.errors.budget}
              helper="Leave this empty to keep it as it is."
            >
              <Input {...form.text('budget')} autoComplete="off" inputMode="decimal" />
            </Field>
          )}
        </>
      )}
    </FormDialog>
  );
}

interface Values extends Pick<AskForLimits, 'patterns'> {
  steps: string;
  minutes: string;
  /** Empty: the task's stays as it is. */
  budget: string;
}

const valuesOf = (proposal: LimitsProposal | undefined): Values => ({
  patterns: proposal?.limits.patterns ?? [],
  steps: String(proposal?.limits.steps ?? ''),
  minutes: String(proposal?.limits.minutes ?? ''),
  // Not the task's own: sent back, it would end what was approved beyond it.
  budget: '',
});

const bodyOf = ({ patterns, steps, minutes, budget }: Values, unit: LimitsProposal['budgetUnit']): AskForLimits => ({
  patterns,
  steps: Number(steps),
  minutes: Number(minutes),
  budget: unit === null || budget.trim() === '' ? null : { amount: typedNumber(budget), unit },
});

function basisWords({ of, matched }: LimitsProposal): string {
  if (of === 0) return 'No requests in this project yet. Add what may pass.';
  return `Proposed from the project’s latest requests: this would have answered ${matched} of ${plural(of, 'request')}.`;
}
