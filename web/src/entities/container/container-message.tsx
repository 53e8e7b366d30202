import type { Container } from '@countersign/contract';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Hourglass } from 'lucide-react';
import { visibleText } from '../../lib/text/visible-text.ts';

/** Maximum lines of a message in a list: enough to name the cause and the end of a wait, on a phone too. */
export const MESSAGE_LINES = 6;

interface ContainerMessageProps extends Omit<HTMLChakraProps<'p'>, 'children' | 'container'> {
  container: Pick<Container, 'status' | 'message'>;
  /** Maximum number of lines; unlimited if absent. */
  lines?: number;
}

/** The server's explanation of a container's state, if there is one; a wait for its start stands out. */
export function ContainerMessage({ container, lines, ...props }: ContainerMessageProps) {
  if (container.message === null) return null;
  const waits = container.status === 'pending';
  return (
    <chakra.p display="flex" gap="6px" color={waits ? 'waiting.fg' : 'fg.muted'} {...props}>
      {waits && (
        <chakra.span display="inline-flex" flexShrink={0} mt="3px">
          <Hourglass size={14} aria-hidden />
        </chakra.span>
      )}
      <chakra.span minW={0} overflowWrap="anywhere" lineClamp={lines}>
        {visibleText(container.message)}
      </chakra.span>
    </chakra.p>
  );
}
