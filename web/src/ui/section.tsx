import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title: string;
  /** At the right of the title: a link or a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, named by its heading. */
export function Section({ title, action, children }: SectionProps) {
  const headingId = useId();
  return (
    <chakra.section aria-labelledby={headingId} minW={0}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="12px" mb="12px" minH="32px">
        <chakra.h2 id={headingId} textStyle="cardTitle">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {children}
    </chakra.section>
  );
}
