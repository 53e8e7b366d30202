import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Says that something is not at GitHub, and why. */
export function NotPushed({ children }: { children: ReactNode }) {
  return (
    <Note>
      <strong>Not pushed.</strong> {children}
    </Note>
  );
}

const Note = chakra('p', {
  base: {
    px: '12px',
    py: '10px',
    rounded: 'control',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'sm',
    overflowWrap: 'anywhere',
  },
});
