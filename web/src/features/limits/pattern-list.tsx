import { patternWords, type RulePattern, rulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { newPatternValues, PatternFields, patternOf } from '../../entities/rule/pattern-fields.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';

interface PatternListProps {
  patterns: readonly RulePattern[];
  error: string | undefined;
  onChange: (patterns: RulePattern[]) => void;
}

/** What may pass: each pattern can be removed, others are written by hand. */
export function PatternList({ patterns, error, onChange }: PatternListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, patterns);
  return (
    <chakra.section aria-label="What may pass" display="grid" gap="8px">
      {error && <FormAlert>{error}</FormAlert>}
      <ul ref={list} hidden={patterns.length === 0}>
        {patterns.map((pattern, index) => {
          const words = visibleText(patternWords(pattern));
          return (
            <Row key={words} tabIndex={-1}>
              <chakra.span overflowWrap="anywhere" minW={0}>
                {words}
              </chakra.span>
              <IconButton
                label={`Remove ${words}`}
                icon={<X size={16} aria-hidden />}
                size="sm"
                onClick={() => onChange(patterns.filter((_one, at) => at !== index))}
              />
            </Row>
          );
        })}
      </ul>
      <Disclosure defaultOpen={patterns.length === 0} summary="Add something that may pass">
        <AddPattern onAdd={(pattern) => onChange([...patterns.filter((one) => !isSame(one, pattern)), pattern])} />
      </Disclosure>
    </chakra.section>
  );
}

const isSame = (one: RulePattern, other: RulePattern) => JSON.stringify(one) === JSON.stringify(other);

function AddPattern({ onAdd }: { onAdd: (pattern: RulePattern) => void }) {
  const form = useForm({
    initial: newPatternValues,
    schema: rulePattern,
    toBody: patternOf,
    send: async (pattern) => onAdd(pattern),
  });
  const add = async () => {
    if (await form.submit()) form.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Without this, it would submit the limits as they are.
    event.preventDefault();
    void add();
  };
  return (
    <chakra.div display="grid" gap="12px" pt="8px">
      {form.formError && <FormAlert>{form.formError}</FormAlert>}
      <PatternFields values={form.values} errors={form.errors} onChange={form.set} onKeyDown={onKeyDown} />
      <div>
        <Button variant="outline" colorPalette="neutral" size="sm" onClick={() => void add()}>
          Add
        </Button>
      </div>
    </chakra.div>
  );
}

const Row = chakra('li', {
  base: {
    borderTopWidth: '1px',
    py: '4px',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    textStyle: 'sm',
  },
});
