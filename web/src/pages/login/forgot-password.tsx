import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** The section that opens under its question. */
export function ForgotPassword({ children }: { children: ReactNode }) {
  return (
    <details>
      <Question>Forgot your password?</Question>
      <chakra.div pt="12px">{children}</chakra.div>
    </details>
  );
}

const Question = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minH: '44px',
    cursor: 'pointer',
    color: 'primary.fg',
    fontWeight: '500',
    rounded: 'control',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _hover: { textDecoration: 'underline' },
  },
});
