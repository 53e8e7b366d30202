import { chakra } from '@chakra-ui/react/styled-system';
import { Spinner } from './spinner.tsx';

/** A spinner in the middle of an otherwise empty page. */
export function PageSpinner({ label }: { label?: string }) {
  return (
    <chakra.div display="grid" placeItems="center" minH="60dvh">
      <Spinner size="lg" label={label} />
    </chakra.div>
  );
}
