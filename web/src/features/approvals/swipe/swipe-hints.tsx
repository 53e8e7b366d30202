import { chakra } from '@chakra-ui/react/styled-system';

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

const Key = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '20px',
    height: '18px',
    px: '4px',
    me: '4px',
    borderWidth: '1px',
    rounded: '4px',
    bg: 'bg.surface',
    fontFamily: 'mono',
    fontSize: '11px',
  },
});
