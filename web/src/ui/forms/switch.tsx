import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
}

/** A setting that is on or off. The platform's checkbox in the role of a switch, so that keyboard and names work. */
export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="16px"
      minH="44px"
      cursor="pointer"
    >
      <chakra.span textStyle="label">{label}</chakra.span>
      <Track
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </chakra.label>
  );
}

const Track = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    width: '40px',
    height: '24px',
    rounded: 'full',
    bg: 'border.strong',
    // A contrast theme of the system's shows no backgrounds, but gives each border a colour.
    border: '1px solid transparent',
    cursor: 'inherit',
    transition: 'background-color 120ms ease-out',
    _before: {
      content: '""',
      display: 'block',
      boxSize: '18px',
      m: '2px',
      rounded: 'full',
      bg: 'white',
      _highContrast: { forcedColorAdjust: 'none', bg: 'ButtonText' },
      transition: 'transform 120ms ease-out',
    },
    _checked: { bg: 'primary.solid', _before: { transform: 'translateX(16px)' } },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
});
