import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  name?: string;
  disabled?: boolean;
}

/** The platform's checkbox with its label; the whole line is clickable. */
export function Checkbox({ checked, onChange, label, ...props }: CheckboxProps) {
  return (
    <chakra.label display="flex" alignItems="center" gap="12px" minH="44px" cursor="pointer" textStyle="label">
      <Box type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} {...props} />
      {label}
    </chakra.label>
  );
}

const Box = chakra('input', {
  base: { boxSize: '18px', accentColor: 'var(--cs-colors-primary-solid)', cursor: 'inherit' },
});
