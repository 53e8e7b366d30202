import { chakra } from '@chakra-ui/react/styled-system';

export interface SpinnerProps {
  label?: string;
  size?: 'md' | 'lg';
}

/** Something is loading; `label` tells screen readers what. */
export function Spinner({ label = 'Loading', size = 'md' }: SpinnerProps) {
  return (
    <chakra.span role="status" display="inline-flex">
      <Ring size={size} aria-hidden />
      <chakra.span srOnly>{label}</chakra.span>
    </chakra.span>
  );
}

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    rounded: 'full',
    borderWidth: '2px',
    borderColor: 'border',
    borderTopColor: 'primary.solid',
    animation: 'spin 700ms linear infinite',
  },
  variants: { size: { md: { boxSize: '20px' }, lg: { boxSize: '32px' } } },
});
