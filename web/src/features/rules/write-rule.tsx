import { type RulePattern, rulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { newPatternValues, PatternFields, patternOf } from '../../entities/rule/pattern-fields.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { RuleForm } from './rule-form.tsx';

/** A rule written by hand: first what it lets pass, then what it would have answered. */
export function WriteRule({ projectId, onSaved }: { projectId: string; onSaved: () => void }) {
  const [pattern, setPattern] = useState<RulePattern | null>(null);
  const form = useForm({
    initial: newPatternValues,
    schema: rulePattern,
    toBody: patternOf,
    send: async (written) => setPattern(written),
  });
  return (
    <chakra.div display="grid" gap="12px">
      {form.formError && <FormAlert>{form.formError}</FormAlert>}
      <PatternFields
        values={form.values}
        errors={form.errors}
        onChange={(name, value) => {
          setPattern(null);
          form.set(name, value);
        }}
      />
      {pattern === null ? (
        <div>
          <Button variant="outline" colorPalette="neutral" onClick={() => void form.submit()}>
            Try it on the latest requests
          </Button>
        </div>
      ) : (
        <RuleForm projectId={projectId} pattern={pattern} onSaved={onSaved} />
      )}
    </chakra.div>
  );
}
