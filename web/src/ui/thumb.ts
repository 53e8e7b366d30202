import { TOUCH } from './media.ts';

const THUMB = '44px';

/** The height of what is pressed: what a thumb needs, on a phone and on any other screen that is touched; under a pointer less. */
export const thumbHigh = (underPointer: string) => ({
  minH: { base: THUMB, md: underPointer },
  [TOUCH]: { minH: THUMB },
});

/** Small to the eye, large to a thumb: it can be pressed so many pixels (`'8px'`) above and below what is seen, and `inline` beside it. */
export const thumbReach = (block: string, inline = '0px') => ({
  position: 'relative',
  _after: {
    content: '""',
    position: 'absolute',
    insetInline: `-${inline}`,
    insetBlock: { base: `-${block}`, md: 0 },
  },
  [TOUCH]: { _after: { insetBlock: `-${block}` } },
});
