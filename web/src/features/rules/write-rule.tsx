import { type RulePattern, rulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef, useState } from 'react';
import { newPatternValues, PatternFields, patternOf, writtenField } from '../../entities/rule/pattern-fields.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { type SavedFields, useSavedOnLeaving } from '../../lib/forms/use-leave-when-saved.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { RuleForm } from './rule-form.tsx';

interface WriteRuleProps {
  projectId: string;
  /** The registry of the dialog around it, which stays open while something is written here. */
  fields?: SavedFields | undefined;
  onSaved: () => void;
}

/** A rule written by hand: first what it lets pass, then what it would have answered. */
export function WriteRule({ projectId, fields, onSaved }: WriteRuleProps) {
  const [pattern, setPattern] = useState<RulePattern | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const form = useForm({
    initial: newPatternValues,
    schema: rulePattern,
    toBody: patternOf,
    send: async (written) => setPattern(written),
  });
  const written = writtenField(form.values);
  // Not saved by leaving, as other settings are: no rule is stored unseen.
  useSavedOnLeaving(fields, async () => {
    setWasLeft(written !== null);
    return written === null;
  });
  const id = useId();
  const next = useRef<HTMLDivElement>(null);
  useFocusRescue(next, pattern);
  const saved = () => {
    fields?.touched();
    onSaved();
  };
  return (
    <chakra.div display="grid" gap="12px" tabIndex={-1} role="group" aria-label="New rule">
      <chakra.form
        id={id}
        noValidate
        display="grid"
        gap="inherit"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {form.formError && <FormAlert>{form.formError}</FormAlert>}
        <PatternFields
          values={form.values}
          errors={wasLeft && written ? { ...form.errors, [written]: 'Save or clear the rule' } : form.errors}
          onChange={(name, value) => {
            setPattern(null);
            setWasLeft(false);
            form.set(name, value);
          }}
        />
      </chakra.form>
      <div ref={next}>
        {pattern === null ? (
          <Button type="submit" form={id} variant="outline" colorPalette="neutral">
            Try it on the latest requests
          </Button>
        ) : (
          <chakra.div display="grid" gap="12px" tabIndex={-1} role="group" aria-label="What it would have answered">
            <RuleForm projectId={projectId} pattern={pattern} onSaved={saved} />
          </chakra.div>
        )}
      </div>
    </chakra.div>
  );
}
