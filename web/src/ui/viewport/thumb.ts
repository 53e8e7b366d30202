import { TOUCH } from './media.ts';

const THUMB = '44px';

/** The height of a control: what a thumb needs on a phone and any other touch screen; less under a pointer. */
export const thumbHigh = (underPointer: string) => ({
  minH: { base: THUMB, md: underPointer },
  [TOUCH]: { minH: THUMB },
});

/**
 * Looks small but is easy to tap: the tap area extends this many pixels (`'8px'`) above and below what is seen, and
 * `inline` beside it.
 */
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
