import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { thumbHigh } from '../viewport/thumb.ts';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
}

/** Content hidden behind a summary line that opens it. The content is rendered when it is first opened. */
export function Disclosure({ summary, children, defaultOpen = false }: DisclosureProps) {
  const [opened, setOpened] = useState(defaultOpen);
  return (
    <Frame open={defaultOpen} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <Summary>
        <ChevronRight size={16} aria-hidden />
        {summary}
      </Summary>
      {opened && <chakra.div pt="4px">{children}</chakra.div>}
    </Frame>
  );
}

const Frame = chakra('details', {
  base: { minWidth: 0, '&[open] > summary > svg:first-of-type': { transform: 'rotate(90deg)' } },
});

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    ...thumbHigh('28px'),
    width: 'fit-content',
    maxWidth: '100%',
    cursor: 'pointer',
    listStyle: 'none',
    rounded: '4px',
    textStyle: 'label',
    color: 'fg.muted',
    _hover: { color: 'fg' },
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { flexShrink: 0, transition: 'transform 120ms ease-out', pointerEvents: 'none' },
  },
});
