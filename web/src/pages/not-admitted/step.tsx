import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface StepProps {
  number: number;
  title: string;
  detail?: string;
  /** Nothing is left to do here. */
  done?: boolean;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One step on the way in. */
export function Step({ number, title, detail, done = false, children }: StepProps) {
  return (
    <chakra.li display="flex" gap="12px" minW={0}>
      <Bullet aria-hidden colorPalette={done ? 'approve' : 'neutral'}>
        {done ? <Check size={14} /> : number}
      </Bullet>
      <chakra.div flex="1" minW={0}>
        <chakra.h2 textStyle="cardTitle">{title}</chakra.h2>
        {detail && <chakra.p color="fg.muted">{detail}</chakra.p>}
        {children && <chakra.div mt="12px">{children}</chakra.div>}
      </chakra.div>
    </chakra.li>
  );
}

const Bullet = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSize: '24px',
    rounded: 'full',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    fontSize: '0.75rem',
    fontWeight: '600',
  },
});
