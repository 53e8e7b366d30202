import { chakra } from '@chakra-ui/react/styled-system';

/** How to decide without a button. */
export function SwipeHints() {
  return (
    <chakra.div mt="16px" textAlign="center" textStyle="sm" color="fg.muted" display="grid" gap="8px">
      <p>Swipe left to reject • Swipe right to approve</p>
      <chakra.p display={{ base: 'none', md: 'block' }}>
        <Key>←</Key> Reject <chakra.span px="8px">•</chakra.span> <Key>→</Key> Approve
      </chakra.p>
    </chakra.div>
  );
}

const Key = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '24px',
    height: '24px',
    px: '6px',
    me: '4px',
    borderWidth: '1px',
    borderBottomWidth: '2px',
    rounded: '6px',
    bg: 'bg.surface',
    fontFamily: 'mono',
    fontSize: '12px',
  },
});
