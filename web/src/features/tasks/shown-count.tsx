import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../../ui/button.tsx';

interface ShownCountProps {
  shown: number;
  total: number;
  onClear: () => void;
}

/** How many tasks the filters let through, and the way back to all of them. */
export function ShownCount({ shown, total, onClear }: ShownCountProps) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="12px" minH="32px">
      <chakra.p role="status" color="fg.muted">{`${shown} of ${total} tasks shown`}</chakra.p>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear Filters
      </Button>
    </chakra.div>
  );
}
