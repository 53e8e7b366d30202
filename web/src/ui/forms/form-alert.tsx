import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FormAlertProps {
  children: ReactNode;
  /** The error's own message, in small print. */
  detail?: string;
}

/** The error of a form as a whole; read out as soon as it appears. */
export function FormAlert({ children, detail }: FormAlertProps) {
  return (
    <Frame role="alert">
      <CircleAlert size={16} aria-hidden />
      <span>
        {children}
        {detail && (
          <chakra.span display="block" textStyle="mono" overflowWrap="anywhere">
            {detail}
          </chakra.span>
        )}
      </span>
    </Frame>
  );
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    gap: '8px',
    px: '12px',
    py: '10px',
    rounded: 'control',
    bg: 'reject.subtle',
    color: 'reject.fg',
    textStyle: 'sm',
    '& svg': { flexShrink: 0, mt: '2px' },
  },
});
