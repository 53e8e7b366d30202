import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { thumbReach } from '../viewport/thumb.ts';

export interface SectionProps {
  title: string;
  /** To the right of the title: a link or a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, named by its heading. */
export function Section({ title, action, children }: SectionProps) {
  const headingId = useId();
  return (
    <chakra.section aria-labelledby={headingId} minW={0}>
      <Head>
        <chakra.h2 id={headingId} textStyle="cardTitle">
          {title}
        </chakra.h2>
        {action}
      </Head>
      {children}
    </chakra.section>
  );
}

const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    mb: '12px',
    minH: '32px',
    '& > a': thumbReach('12px', '8px'),
  },
});
