import { chakra } from '@chakra-ui/react/styled-system';
import { Mark } from './mark.tsx';

/** Mark and name. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="10px" color="primary.fg">
      <Mark size={size} />
      <chakra.span color="fg" fontWeight="600" fontSize={`${Math.round(size * 0.72)}px`} letterSpacing="-0.02em">
        Countersign
      </chakra.span>
    </chakra.span>
  );
}
