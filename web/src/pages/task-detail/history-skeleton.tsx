import { chakra } from '@chakra-ui/react/styled-system';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** Placeholders for five steps. */
export function HistorySkeleton() {
  return (
    <chakra.div display="grid" gap="28px" height="600px" alignContent="start">
      {Array.from({ length: 5 }, (_, index) => (
        <chakra.div key={index} display="flex" gap="12px">
          <Skeleton boxSize="28px" rounded="full" />
          <chakra.div flex="1" display="grid" gap="8px">
            <Skeleton height="20px" width="60%" />
            <Skeleton height="14px" width="90%" />
            <Skeleton height="14px" width="75%" />
          </chakra.div>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
