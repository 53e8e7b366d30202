import { chakra } from '@chakra-ui/react/styled-system';
import { SMALL } from '../../../ui/viewport/media.ts';

const PHONE = `@media ${SMALL}`;

/** What takes the focus does not stay behind the bar, which is up to two lines high. */
const clearOfBar = {
  '& :not([data-covers], [data-covers] *)': { scrollMarginBottom: 'calc(112px + env(safe-area-inset-bottom))' },
};

/**
 * Wraps what a bar at the lower edge belongs to, and that bar: everything below a card's head, which the bar of a card
 * that is only beginning never covers. `alone`: the card is as high as its content, whatever the screen.
 */
export const AboveBar = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minW: 0,
    [PHONE]: clearOfBar,
  },
  variants: { alone: { true: clearOfBar } },
});

/**
 * The bar, and further controls beside it; on a phone they are above it. `alone`: on any other screen, all of it stays at
 * the lower edge, and needs `data-covers="bottom"`.
 */
export const AroundBar = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    [PHONE]: { display: 'contents' },
  },
  variants: {
    alone: {
      true: {
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        mb: '-8px',
        py: '8px',
        bg: 'bg.surface',
        borderTopWidth: '1px',
      },
    },
  },
});

/**
 * A decision. On a phone it stays at the lower edge of the screen, within its card: a card is often higher than what is
 * left of the screen. It needs `data-covers="bottom"`: what is behind it does not count as seen. While several are
 * chosen, another bar stands there.
 */
export const BarAtEdge = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: { base: '8px 4px', md: '8px' },
    [PHONE]: {
      position: 'sticky',
      bottom: 'env(safe-area-inset-bottom)',
      zIndex: 1,
      width: '100%',
      mb: '-8px',
      py: '8px',
      bg: 'bg.surface',
      borderTopWidth: '1px',
      '[data-choosing] &': { position: 'relative', bottom: 0, zIndex: 'auto' },
    },
  },
});

/** Words above a bar, outside the flow: its buttons must stay where they are for the press that these ask for. */
export const WordsAboveBar = chakra('span', {
  base: {
    position: 'absolute',
    insetInline: 0,
    bottom: '100%',
    zIndex: 1,
    px: '8px',
    py: '4px',
    bg: 'bg.surface',
    textAlign: 'end',
    textStyle: 'sm',
    color: 'waiting.fg',
    _empty: { p: 0 },
  },
});
