import type { Container } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';

interface ContainerRowsProps {
  containers: readonly Container[];
  /** More rows than these are shown on demand. */
  limit: number;
  children: (container: Container) => ReactNode;
}

/** The rows of one group of containers. */
export function ContainerRows({ containers, limit, children }: ContainerRowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = showsAll ? containers : containers.slice(0, limit);
  const showAll = () => {
    setShowsAll(true);
    // The button disappears, so focus continues in the list.
    list.current?.focus();
  };
  return (
    <>
      <chakra.ul ref={list} tabIndex={-1} display="grid" gap="8px" outline="none">
        {shown.map((container) => (
          <chakra.li key={container.id} tabIndex={-1} data-id={container.id} minW={0} rounded="card">
            {children(container)}
          </chakra.li>
        ))}
      </chakra.ul>
      {shown.length < containers.length && (
        <Button variant="outline" colorPalette="neutral" mt="12px" onClick={showAll}>
          Show all {containers.length}
        </Button>
      )}
    </>
  );
}
