import { NativeSelect } from '@chakra-ui/react/native-select';
import { ChevronDown } from 'lucide-react';
import { visibleText } from '../../lib/text/visible-text.ts';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  name?: string;
  /** Required if no `Field` around it names it. */
  'aria-label'?: string;
  disabled?: boolean;
}

/** The platform's own select: the best one on a phone and by keyboard. */
export function Select({ options, onChange, disabled, ...props }: SelectProps) {
  return (
    <NativeSelect.Root disabled={disabled}>
      <NativeSelect.Field {...props} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {visibleText(option.label)}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown size={16} aria-hidden />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
