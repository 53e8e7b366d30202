import { chakra } from '@chakra-ui/react/styled-system';
import { ListFilter } from 'lucide-react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

interface FilterButtonProps {
  open: boolean;
  /** Some requests are left out. */
  narrowed: boolean;
  /** The id of what it opens. */
  controls: string;
  onToggle: () => void;
}

/** Opens and folds the search box and the filters. */
export function FilterButton({ open, narrowed, controls, onToggle }: FilterButtonProps) {
  return (
    <IconButton
      label="Filter"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      icon={
        <chakra.span position="relative" display="grid">
          <ListFilter size={16} aria-hidden />
          {narrowed && <Dot />}
        </chakra.span>
      }
    />
  );
}

const Dot = chakra('span', {
  base: { position: 'absolute', top: '-3px', insetEnd: '-4px', boxSize: '7px', rounded: 'full', bg: 'primary.solid' },
});
