import { TOOLTIP_DELAY_MS } from '@countersign/contract';
import { Portal } from '@chakra-ui/react/portal';
import { Tooltip as Parts } from '@chakra-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  content: ReactNode;
  /** One element that takes a ref and can be focused. */
  children: ReactElement;
}

/** A hint that opens 700 ms after the pointer comes to rest, at once on keyboard focus. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <Parts.Root openDelay={TOOLTIP_DELAY_MS} closeDelay={100} positioning={{ placement: 'top' }}>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Portal>
        <Parts.Positioner>
          <Parts.Content>{content}</Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  );
}
