import { patternWords, type RulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { PatternFields, patternOf, type PatternValues } from '../../entities/rule/pattern-fields.tsx';
import type { useForm } from '../../lib/forms/use-form.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { inOrder } from '../../ui/text/in-order.tsx';

type WrittenForm = ReturnType<typeof useForm<PatternValues, RulePattern>>;

interface PatternListProps {
  patterns: readonly RulePattern[];
  error: string | undefined;
  onChange: (patterns: RulePattern[]) => void;
  /** One that is being written; submitting only checks it. */
  written: WrittenForm;
}

/** What may pass: each pattern can be removed, others are written by hand. */
export function PatternList({ patterns, error, onChange, written }: PatternListProps) {
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
                {inOrder(words)}
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
        <AddPattern form={written} onAdd={(pattern) => onChange(withPattern(patterns, pattern))} />
      </Disclosure>
    </chakra.section>
  );
}

const isSame = (one: RulePattern, other: RulePattern) => JSON.stringify(one) === JSON.stringify(other);

/** These patterns and another one, unless it is among them. */
export const withPattern = (patterns: readonly RulePattern[], added: RulePattern) => [
  ...patterns.filter((one) => !isSame(one, added)),
  added,
];

function AddPattern({ form, onAdd }: { form: WrittenForm; onAdd: (pattern: RulePattern) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const { words, path } = form.errors;
  useEffect(() => {
    // It may be folded away when it is found wrong.
    if (words ?? path) frame.current?.closest('details')?.setAttribute('open', '');
  }, [words, path]);
  const add = async () => {
    if (!(await form.submit())) return;
    onAdd(patternOf(form.values));
    form.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Without this, it would submit the limits as they are.
    event.preventDefault();
    void add();
  };
  return (
    <chakra.div ref={frame} display="grid" gap="12px" pt="8px">
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
