import { chakra } from '@chakra-ui/react/styled-system';
import { Mark } from './mark.tsx';

/** Mark and name. */
export function Logo() {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="10px" color="primary.fg">
      <Mark />
      <chakra.span color="fg" fontWeight="600" fontSize="1.0625rem" letterSpacing="-0.02em">
        Countersign
      </chakra.span>
    </chakra.span>
  );
}
