import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';

export type SelectState = 'selected' | 'open';

interface SelectBoxProps {
  approval: Approval;
  state: SelectState;
  onSelect: ((id: string) => void) | undefined;
}

/** Selects a request to be decided together with others, or deselects it. */
export function SelectBox({ approval, state, onSelect }: SelectBoxProps) {
  return (
    <Checkbox
      checked={state === 'selected'}
      onChange={() => onSelect?.(approval.id)}
      label={
        <span>
          Select
          <chakra.span srOnly>
            {' '}
            {visibleText(approval.title)} of {visibleText(approval.task.title)}
          </chakra.span>
        </span>
      }
    />
  );
}
