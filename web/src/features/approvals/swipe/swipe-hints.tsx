import { chakra } from '@chakra-ui/react/styled-system';
import { Key } from '../../../ui/text/key.tsx';

/** How to decide without a button. */
export function SwipeHints() {
  return (
    <chakra.div
      textAlign="center"
      textStyle="xs"
      color="fg.muted"
      display="flex"
      flexWrap="wrap"
      justifyContent="center"
      columnGap="24px"
    >
      <p>Swipe left to reject • Swipe right to approve</p>
      <chakra.p display="none" css={{ '@media (hover: hover) and (min-width: 768px)': { display: 'block' } }}>
        <Key>←</Key> Reject <chakra.span px="8px">•</chakra.span> <Key>→</Key> Approve
      </chakra.p>
    </chakra.div>
  );
}
