import { PRIORITY_MAX, PRIORITY_MIN, PRIORITY_STEP } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ModelField } from '../../entities/model/model-field.tsx';
import { modelLabel, type Models } from '../../entities/model/model-options.ts';
import type { FieldErrors } from '../../lib/forms/server-issues.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { BudgetField } from './budget-field.tsx';
import type { TaskTextProps, TaskValues } from './task-form.ts';

interface TaskFieldsProps {
  /** Name, value and onChange of a control, as `useForm` makes them. */
  text: (name: keyof TaskValues) => TaskTextProps;
  errors: FieldErrors;
  /** The unit of budgets; null if there can be none. */
  budgetUnit: string | null;
  models: Models;
  /** Its project's; null means the deployment's default. */
  projectModel: string | null;
  onModel: (name: string) => void;
  /**
   * The fields appear after their dialog has opened, so the first takes the focus itself. Otherwise the dialog does that, and remembers where the
   * focus was before.
   */
  cameLate?: boolean;
}

/** The fields that a new and an existing task share: title, description, priority, budget and model. */
export function TaskFields({
  text,
  errors,
  budgetUnit,
  models,
  projectModel,
  onModel,
  cameLate = false,
}: TaskFieldsProps) {
  const usual = projectModel ?? models[0]?.name ?? '';
  return (
    <>
      <Field label="Title" required error={errors.title}>
        <Input {...text('title')} autoComplete="off" autoFocus={cameLate} />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea {...text('description')} rows={5} />
      </Field>
      <Field label="Priority (0-10)" error={errors.priority}>
        <Input
          {...text('priority')}
          type="number"
          inputMode="decimal"
          min={PRIORITY_MIN}
          max={PRIORITY_MAX}
          step={PRIORITY_STEP}
        />
      </Field>
      {budgetUnit !== null && <BudgetField {...text('budget')} unit={budgetUnit} error={errors.budget} />}
      <ModelField
        models={models}
        model={text('model').value || null}
        onChange={(name) => onModel(name ?? '')}
        unset={`The project's (${modelLabel(models, usual) ?? usual})`}
        helper="Used the next time the agent starts."
        error={errors.model}
      />
    </>
  );
}

/** Heights in pixels of the fields for title, description and priority. */
const HEIGHTS = [44, 136, 44];

/** A placeholder for `TaskFields` while the task is loading. */
export function TaskFieldsSkeleton() {
  return (
    <LoadingRegion label="Loading the task">
      <chakra.div display="grid" gap="16px">
        {HEIGHTS.map((height, index) => (
          <chakra.div key={index} display="grid" gap="6px">
            <Skeleton height="20px" width="96px" />
            <Skeleton rounded="control" style={{ height }} />
          </chakra.div>
        ))}
      </chakra.div>
    </LoadingRegion>
  );
}
