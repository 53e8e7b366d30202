import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

export const globalCss = defineGlobalStyles({
  html: {
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
    color: 'fg',
    bg: 'bg',
    colorPalette: 'primary',
    fontFamily: 'body',
    overflowWrap: 'break-word',
  },
  // Not on `html`: its size is the one that the person has chosen in their browser, and the unit of all others.
  body: { textStyle: 'md' },
  // Chakra's preflight sets `break-word` on every element. Inherited, a block that breaks long words anywhere, so that it
  // can become narrower than they are, does so with all that is in it.
  '*': { overflowWrap: 'inherit' },
  // Only for numbers that are stacked or ticking: in running text Inter's tabular figures pull hyphens apart.
  'time, data': { fontVariantNumeric: 'tabular-nums' },
  '*::placeholder': { color: 'fg.muted' },
  '*::selection': { bg: 'primary.muted' },
  // In a contrast theme of the system's, all backgrounds are the same: what is chosen has a frame instead.
  '[aria-pressed=true], [aria-current=page], [aria-selected=true], label:has(:checked[type=radio])': {
    _highContrast: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  // Links, summaries and anything else that can be reached by keyboard share one visible ring.
  ':focus-visible': { outline: '2px solid', outlineColor: 'primary.solid', outlineOffset: '2px' },
  // Headings take focus after a navigation so that screen readers announce the page; a ring there would only confuse.
  'h1:focus, main:focus': { outline: 'none' },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
});
